import Foundation
public import PushHub

/// The decisions of a ``DeviceRegistration``: for each account, the record that the server should have.
public struct RegistrationCore: FeatureCore {
  /// An event of the registration.
  public typealias Event = RegistrationEvent

  /// An action of the app, for all accounts; the last three are for one.
  public enum Action: Codable, Equatable, Sendable {
    /// The user lets the app show notifications, or not.
    case setPermission(level: PermissionLevel)

    /// The device has other tags.
    case setTags(tags: Private<[String: String]>)

    /// The app's version, the locale or background refresh is another one.
    case setDetails(details: Private<DeviceDetails>)

    /// There are other tokens for other things than notifications; `nil` removes one.
    case setTokens(tokens: Private<[String: PushToken?]>)

    /// There are other Live Activities; start tokens of other types than the app's go.
    case setActivities(
      common: DeviceRecord.Activities,
      activities: [AccountID: [LiveActivity]],
      types: [String]?
    )

    /// An account or, without one, the one that is shown subscribes to a topic, or no longer.
    case setTopic(topic: Private<String>, isWanted: Bool, account: Private<AccountID>?)

    /// The device is registered for an account again, or not any more.
    case setRegistered(isRegistered: Bool, account: Private<AccountID>)

    /// An account is signed off, and loses its topics.
    case forget(account: Private<AccountID>)

    /// The whole record is sent again.
    case refresh

    /// The account is signed off.
    case signOff

    /// The account is signed off once more, as the server still sends pushes for it.
    case repeatSignOff

    /// The app gives up the sign-off.
    case discard
  }

  /// A request with a record, or without one.
  public enum Request: Equatable, Sendable {
    /// The server has this record.
    case signOn(DeviceRecord)

    /// The server has none, and had the token.
    case signOff(DeviceToken)
  }

  /// An effect that the registration carries out itself.
  public enum Effect: Equatable, Sendable {
    /// Read the tokens of another process, and the details of the device.
    case read

    /// Sign an account off once more.
    case repeatSignOff(AccountID)
  }

  /// What is kept of the device or, for an account, of its latest request.
  public struct Stored: Codable, Equatable, Sendable {
    var device: RegisteredDevice?
    var entry: Entry?
  }

  /// The latest request of an account, from before it begins until a sign-off is acknowledged.
  struct Entry: Codable, Equatable, Sendable {
    /// The record; `nil` for a sign-off.
    var record: DeviceRecord?

    /// The token that was sent last.
    var token: DeviceToken

    /// The version of the system.
    var system: String

    /// The date when the server acknowledged the request; `nil` while that is uncertain.
    var acknowledged: Date?
  }

  /// The key of the records.
  public static let name = "registration"

  /// Every account that is signed in, or leaving.
  public static let scope = FeatureScope.each

  /// The device's token, and discarded pushes, which may be for an account that has left.
  public static let interests: Set<PushEvent.Kind> = [.registered, .discarded]

  /// The environment and the durations.
  public static var configuration: (any RecordedConfiguration.Type)? {
    DeviceRegistration.Configuration.self
  }

  /// The shortest time from one repeated sign-off to the next, in seconds.
  private static let repetition = 86_400.0

  let configuration: DeviceRegistration.Configuration

  /// The state that the app shows now.
  public private(set) var state = RegistrationState()
  private(set) var device: RegisteredDevice

  /// Whether the app has set the accounts in this process.
  private(set) var areAccountsKnown = false
  private var account: AccountID?
  private var entry: Entry?
  private var isSignedOut = false
  private var isAsking = false

  /// The time when changes of one moment are sent or, without any, an acknowledgement is renewed.
  public private(set) var nextDeadline: ContinuousClock.Instant?
  private var settled, earliestRenewal: ContinuousClock.Instant?

  init(configuration: DeviceRegistration.Configuration, installation: String) {
    self.configuration = configuration
    device = RegisteredDevice(installation: installation, environment: configuration.environment)
  }
}

// MARK: - What ought to be true

extension RegistrationCore {
  /// The settings of all accounts or, for one, its latest request.
  public var stored: Stored? {
    account == nil ? Stored(device: device) : entry.map { Stored(entry: $0) }
  }

  /// The latest request, until it is acknowledged.
  public var request: Request? {
    guard let entry, entry.acknowledged == nil else { return nil }
    guard let record = entry.record else { return .signOff(entry.token) }
    return device.token == nil ? nil : .signOn(record)
  }

  /// A minute, and delays of up to five; a request is saved before it begins.
  public var requestPolicy: RequestPolicy {
    RequestPolicy(backoff: Backoff(longest: .seconds(300)), waitsForStore: true)
  }

  /// Returns whether the server has acknowledged a record.
  public func isNews(since old: RegistrationState) -> Bool {
    state.isAcknowledged && state.acknowledged != old.acknowledged
  }

  /// Returns the event of a request that begins or fails, or of a store that fails.
  public static func event(for event: KernelEvent) -> RegistrationEvent? {
    switch event {
    case .asked(let request):
      RegistrationEvent.Purpose(rawValue: request).map { .request(purpose: $0) }
    case .failed(let error, let delay): .failed(error: error, retryIn: delay)
    case .storeFailed(let error): .storeFailed(error: error)
    case .stuck: nil
    }
  }
}

// MARK: - Inputs

extension RegistrationCore {
  /// Handles an input.
  public mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
    var mayAsk = false
    switch input {
    case .begin(let stored):
      mayAsk = turn.account != nil
      begin(with: stored, in: &turn)
    case .lifecycle(let event):
      if case .accountChanged(nil) = event { mayAsk = true }
      guard turn.hasReturned else { break }
      if account == nil { turn.perform(.read) }
      turn.retrySoon()
    case .push(.registered(let token)):
      mayAsk = true
      device.token = token
    case .push(.discarded(let push, _)): repeatSignOff(after: push, in: &turn)
    case .refresh: settled = turn.now
    case .action(let action):
      mayAsk = true
      apply(action, in: &turn)
    case .asked: isAsking = true
    case .answered(let request, let result): end(request, with: result, in: &turn)
    case .signedOut: signOff(in: &turn)
    case .deadline, .push, .progress, .merged: break
    }
    follow(in: &turn)
    if mayAsk, let reason { log(.skipped(reason: reason), in: &turn) }
  }

  /// Logs an event once, although several cores handle the input.
  private func log(_ event: RegistrationEvent, in turn: inout FeatureTurn<Self>) {
    if turn.account == turn.lifecycle.account { turn.log(event) }
  }

  /// The reason why nothing is sent.
  private var reason: RegistrationEvent.Reason? {
    guard account != nil else { return .signedOut }
    if device.token == nil { return .noToken }
    return state.isAcknowledged || entry == nil && state.record == nil ? .known : nil
  }

  private mutating func begin(with stored: Stored?, in turn: inout FeatureTurn<Self>) {
    account = turn.account
    entry = stored?.entry
    device = stored?.device ?? device
    // The token of this launch comes before a renewal.
    earliestRenewal = turn.now + configuration.settling
    device.adopt(configuration.environment)
    turn.retryNow(despiteRetryAfter: true)
    if account == nil { turn.perform(.read) }
  }

  private mutating func apply(_ action: Action, in turn: inout FeatureTurn<Self>) {
    switch action {
    case .setPermission(let level): device.permission = level
    case .setTags(let tags): device.tags = tags.wrappedValue
    case .setDetails(let details): device.details = details.wrappedValue
    case .setTokens(let tokens):
      for (name, token) in tokens.wrappedValue {
        if token?.text.isBlank == true {
          log(.emptyToken, in: &turn)
        } else {
          device.additionalTokens[name] = token
        }
      }
    case .setActivities(var common, let activities, let types):
      // A start token that is missing is not known, and stays.
      common.startTokens.merge(device.liveActivities?.startTokens ?? [:]) { new, _ in new }
      common.startTokens = common.startTokens.filter { types?.contains($0.key) ?? true }
      (device.liveActivities, device.activities) = (common, activities)
    case .setTopic(let topic, let isWanted, let account):
      let topic = topic.wrappedValue
      if topic.isBlank {
        log(.emptyTopic, in: &turn)
      } else if let account = account?.wrappedValue ?? turn.lifecycle.account {
        device.setTopic(topic, to: isWanted, for: account)
      } else if turn.lifecycle.accounts == nil {
        device.pendingTopics[topic] = isWanted
      } else {
        log(.topicIgnored, in: &turn)
      }
    case .setRegistered(true, let changed):
      device.withdrawn.remove(changed.wrappedValue)
      if changed.wrappedValue == account { turn.retryNow(despiteRetryAfter: true) }
    case .setRegistered(false, let changed): device.withdrawn.insert(changed.wrappedValue)
    case .forget(let forgotten):
      device.topics[forgotten.wrappedValue] = nil
      if forgotten.wrappedValue == account { signOff(in: &turn) }
    case .refresh:
      entry?.acknowledged = nil
      settled = turn.now
      if !isAsking { turn.retryNow(despiteRetryAfter: true) }
    case .signOff: signOff(in: &turn)
    case .repeatSignOff:
      guard entry == nil, let token = device.token else { return }
      isSignedOut = true
      entry = Entry(token: token, system: configuration.system)
    case .discard:
      // Also of an account that counts as signed out only in a moment.
      if turn.account.map(turn.lifecycle.isSignedOut) == true { isSignedOut = true }
      if isSignedOut || entry?.record == nil { entry = nil }
    }
  }

  /// Signs an account that isn't signed in off once more, since the server sends pushes for it: once a day.
  private mutating func repeatSignOff(after push: Push, in turn: inout FeatureTurn<Self>) {
    guard account == nil, let stranger = push.account, turn.lifecycle.isSignedOut(stranger) else {
      return
    }
    let recent = (device.repeatedSignOffs ?? [:]).filter {
      abs(turn.date.timeIntervalSince($0.value)) < Self.repetition
    }
    guard recent[stranger] == nil else { return }
    device.repeatedSignOffs = recent.merging([stranger: turn.date]) { $1 }
    turn.perform(.repeatSignOff(stranger))
  }

  private mutating func signOff(in turn: inout FeatureTurn<Self>) {
    isSignedOut = true
    turn.retryNow(despiteRetryAfter: true)
  }

  private mutating func end(
    _ request: Request,
    with result: Result<Done, SourceFailure>,
    in turn: inout FeatureTurn<Self>
  ) {
    isAsking = false
    switch result {
    case .success:
      state.failure = nil
      let isSignOff = if case .signOff = request { true } else { false }
      turn.log(.acknowledged(purpose: isSignOff ? .signOff : .signOn))
      guard request == self.request else { return }
      if isSignOff { entry = nil } else { entry?.acknowledged = turn.date }
    case .failure(let failure): state.failure = failure.message
    }
  }
}

// MARK: - The record

extension RegistrationCore {
  /// Follows the record that the server should have.
  private mutating func follow(in turn: inout FeatureTurn<Self>) {
    areAccountsKnown = turn.lifecycle.accounts != nil
    state.isKnown = true
    if let shown = turn.lifecycle.account {
      for (topic, isWanted) in device.pendingTopics {
        device.setTopic(topic, to: isWanted, for: shown)
      }
      device.pendingTopics = [:]
    }
    guard let account else {
      settled = nil
      return
    }
    let isOff = isSignedOut || device.withdrawn.contains(account)
    let record = isOff ? nil : device.record(for: account)
    settle(record, isOff: isOff, in: turn)
    nextDeadline = settled ?? renewal(in: turn)
    (state.account, state.record) = (account, record)
    state.topics = device.topics[account] ?? []
    state.acknowledged = record != nil && record == entry?.record ? entry?.acknowledged : nil
  }

  /// Merges the changes of one moment in one request; a sign-off is a request at once.
  private mutating func settle(
    _ record: DeviceRecord?,
    isOff: Bool,
    in turn: FeatureTurn<Self>
  ) {
    guard record != entry?.record, record != nil || isOff else {
      settled = nil
      return
    }
    let time = isOff ? turn.now : settled ?? turn.now + configuration.settling
    settled = time
    guard time <= turn.now, let token = record?.token ?? entry?.token else { return }
    (entry, settled) = (Entry(record: record, token: token, system: configuration.system), nil)
  }

  /// Renews an acknowledgement that is old, of another version of the system, or of a wall clock that was wrong.
  ///
  /// - Returns: The time when it will be.
  private mutating func renewal(in turn: FeatureTurn<Self>) -> ContinuousClock.Instant? {
    guard let entry, let acknowledged = entry.acknowledged else { return nil }
    let longest = configuration.renewal / .seconds(1) * (1 + device.spread / 7)
    let age = abs(turn.date.timeIntervalSince(acknowledged))
    // One in the future is of a clock that was ahead.
    if acknowledged > turn.date, age < longest { self.entry?.acknowledged = turn.date }
    let rest = entry.system == configuration.system ? longest - age : 0
    let due = max(turn.now + .seconds(max(0, rest)), earliestRenewal ?? turn.now)
    if due > turn.now { return due }
    self.entry = Entry(record: entry.record, token: entry.token, system: configuration.system)
    return nil
  }
}

extension String {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
