import Foundation
import PushHub

extension DeviceRegistration {
  /// Sends the tokens of Live Activities with the record of their account, from now on.
  ///
  /// ```swift
  /// registration.follow(liveActivities)
  /// ```
  ///
  /// Neither object keeps the other alive.
  public func follow(_ liveActivities: LiveActivities) {
    liveActivities.recipient = self
    if liveActivities.runtime.kernel.core.lastRead != nil { receive(liveActivities.state) }
  }
}

extension DeviceRegistration: LiveActivityRecipient {
  /// Sends the activities of each account, without the difference between active and stale ones.
  func receive(_ state: LiveActivitiesState) {
    var activities: [AccountID: [LiveActivity]] = [:]
    for account in Set(state.entries.values.compactMap(\.account)) {
      activities[account] = state.activities(of: account).map { activity in
        var activity = activity
        if activity.state == .stale { activity.state = .active }
        return activity
      }
    }
    send(
      .setActivities(
        common: DeviceRecord.Activities(
          startTokens: state.startTokens,
          isAllowed: state.isAllowed,
          allowsFrequentUpdates: state.allowsFrequentUpdates
        ),
        activities: activities,
        types: state.types
      )
    )
  }

  /// Returns the time when the server acknowledged a record with this Live Activities token; `nil` if never.
  func acknowledgement(of token: PushToken) -> Date? {
    for state in runtime.kernel.states.values {
      guard let live = state.record?.liveActivities, let date = state.acknowledged,
        live.startTokens.values.contains(token)
          || live.activities.contains(where: { $0.token == token })
      else { continue }
      return date
    }
    return nil
  }
}
