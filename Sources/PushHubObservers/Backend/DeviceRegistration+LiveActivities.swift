import Foundation
import PushHub

extension DeviceRegistration {
  /// Sends the tokens of Live Activities with the record of their account, from now on.
  ///
  /// ```swift
  /// registration.follow(liveActivities)
  /// ```
  ///
  /// Neither keeps the other alive.
  public func follow(_ liveActivities: LiveActivities) {
    let publish = { [weak self] (state: LiveActivitiesState) -> Void in
      self?.runtime.send(
        .liveActivities(startTokens: state.startTokens, state.recorded)
      )
    }
    liveActivities.publish = publish
    liveActivities.acknowledgement = { [weak self] in self?.state.acknowledgement(of: $0) }
    if liveActivities.runtime.core.published != nil { publish(liveActivities.state) }
  }
}

extension LiveActivitiesState {
  /// The activities of each account, without the difference between active and stale ones.
  fileprivate var recorded: [AccountID: [LiveActivity]] {
    let accounts = Set(entries.values.compactMap(\.account))
    return Dictionary(
      uniqueKeysWithValues: accounts.map { account in
        let list = activities(of: account).map { activity in
          var activity = activity
          if activity.state == .stale { activity.state = .active }
          return activity
        }
        return (account, list)
      }
    )
  }
}

extension RegistrationState {
  /// When the server has acknowledged a record with a token of Live Activities; `nil` if it has not.
  fileprivate func acknowledgement(of token: PushToken) -> Date? {
    guard let account, let entry = ledger?[account], let live = entry.record.liveActivities,
      live.startTokens.values.contains(token)
        || live.activities.contains(where: { $0.token == token })
    else { return nil }
    return entry.acknowledged
  }
}
