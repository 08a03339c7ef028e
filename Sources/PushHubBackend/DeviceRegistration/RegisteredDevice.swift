import Foundation
import PushHub

/// The settings of the device and of all accounts, from which their records follow.
struct RegisteredDevice: Codable, Equatable, Sendable {
  let installation: String
  var environment: DeviceRecord.Environment
  var token: DeviceToken?
  var permission: PermissionLevel?
  var additionalTokens: [String: PushToken] = [:]
  var tags: [String: String] = [:]
  var details: DeviceDetails?

  /// `nil` where no Live Activities are followed.
  var liveActivities: DeviceRecord.Activities?
  var activities: [AccountID: [LiveActivity]] = [:]
  var topics: [AccountID: Set<String>] = [:]

  /// The topics to which the account that is shown first subscribes, or not.
  var pendingTopics: [String: Bool] = [:]

  /// The accounts for which the device is not registered, although they are signed in.
  var withdrawn: Set<AccountID> = []

  /// The dates when accounts were signed off again, in the last day.
  var repeatedSignOffs: [AccountID: Date]?

  /// A number from zero up to one that differs between installations.
  var spread: Double {
    Double(Int(installation.prefix(13), radix: 16) ?? 0) / Double(1 << 52)
  }

  /// The record that the server should have for an account; `nil` without a token.
  func record(for account: AccountID) -> DeviceRecord? {
    guard let token else { return nil }
    var record = DeviceRecord(token: token, environment: environment)
    record.permission = permission
    record.additionalTokens = additionalTokens
    record.tags = tags
    record.details = details
    record.topics = topics[account, default: []].sorted()
    record.liveActivities = liveActivities
    record.liveActivities?.activities = activities[account] ?? []
    return record
  }

  /// Adopts the environment of this build; another one has other tokens.
  mutating func adopt(_ newEnvironment: DeviceRecord.Environment) {
    guard newEnvironment != environment else { return }
    (environment, token, additionalTokens) = (newEnvironment, nil, [:])
    (liveActivities, activities) = (nil, [:])
  }

  mutating func setTopic(_ topic: String, to isWanted: Bool, for account: AccountID) {
    if isWanted {
      topics[account, default: []].insert(topic)
    } else {
      topics[account]?.remove(topic)
    }
  }
}
