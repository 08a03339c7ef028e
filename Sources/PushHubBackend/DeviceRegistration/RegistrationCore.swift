import Foundation
import PushHub
import PushHubNetworking

/// Decides when a request is sent to the server, and with which record.
///
/// The ledger has the record that the server should have, and the one that it has acknowledged. Each difference
/// is a request, one at a time: first for accounts that have signed out.
struct RegistrationCore: ManualFeatureCore {
  typealias Event = RegistrationEvent
  typealias Stored = RegistrationState

  enum Input {
    /// The account and the device token when the registration is attached.
    case began(AccountID?, DeviceToken?)
    case change(DeviceChange)
    case liveActivities(startTokens: [String: PushToken], [AccountID: [LiveActivity]])
    case answered(SourceFailure?)
  }

  enum Effect: Equatable {
    case send(RegistrationRequest)

    /// Reads the device's token, and handles it with the account.
    case begin(AccountID?)

    /// Reads the tokens of another process.
    case readSharedTokens
  }

  static let waitsForStore = true

  /// The time that the account that is signed in waits for the sign-off of another one.
  private static let signOffTimeout = Duration.seconds(5)

  /// The time that a permanent refusal holds, if nothing happens before.
  private static let refusalTime = Duration.seconds(86_400)

  let configuration: DeviceRegistration.Configuration
  private(set) var state = RegistrationState()
  private var queue: RequestQueue
  private var generator: any RandomNumberGenerator

  /// Changes of topics that wait for an account.
  private var pendingChanges: [DeviceChange] = []
  private var isAccountKnown = false

  /// The accounts that are signed in.
  private var accounts: Set<AccountID> = []

  /// The wall clock, and the monotonic time at which it was read; `nil` until the registration is attached.
  private var date = Date.distantPast
  private var dateTime: ContinuousClock.Instant?

  /// The request under way.
  private var request: (content: RegistrationRequest, begun: ContinuousClock.Instant)?
  private var isRefreshWanted = false

  /// The time when changes of one moment are sent.
  private var settled: ContinuousClock.Instant?

  /// The times when the latest request of an account failed, and when it is retried.
  private var waits: [AccountID: (start: ContinuousClock.Instant, end: ContinuousClock.Instant)] =
    [:]

  /// The accounts whose latest sign-off took too long; no other account waits for the next.
  private var slow: Set<AccountID> = []

  /// The record that the server has refused permanently.
  private var refused: DeviceRecord?

  /// The result so far of work in the background that waits.
  private var work: FetchResult?

  init(
    configuration: DeviceRegistration.Configuration,
    generator: any RandomNumberGenerator
  ) {
    self.configuration = configuration
    self.generator = generator
    queue = RequestQueue(backoff: Backoff(longest: .seconds(300)), generator: generator)
  }

  static func storeFailed(_ message: String) -> RegistrationEvent? { .storeFailed(error: message) }
}

// MARK: - Inputs

extension RegistrationCore {
  /// Handles an input; the ledger is saved before the request that needs it begins.
  mutating func handle(_ input: ManualFeatureInput<Self>, in turn: inout ManualFeatureTurn<Self>) {
    let former = state
    var saved = state.ledger
    var mayBringRequest = false
    switch input {
    case .loaded(let stored):
      saved = stored?.ledger
      var ledger =
        saved
        ?? RegistrationLedger(environment: configuration.environment, using: &generator)
      ledger.adopt(configuration.environment, system: configuration.system)
      state.ledger = ledger
    case .lifecycle(let lifecycle, after: nil):
      accounts = lifecycle.accounts ?? []
      turn.perform(.readSharedTokens)
      turn.perform(.begin(lifecycle.account))
    case .own(.began(let account, let token)):
      readClock(of: turn)
      if let token { state.ledger?.token = token }
      if let account { change(to: account, in: &turn) }
      mayBringRequest = account != nil || token != nil
    case .lifecycle(_, after: .phaseChanged(let phase)):
      readClock(of: turn)
      if phase.isForeground { turn.perform(.readSharedTokens) }
    case .lifecycle(let lifecycle, after: .accountsChanged(let present))
    where isAccountKnown || !present.isEmpty:
      mayBringRequest = true
      accounts = present
      change(to: lifecycle.account, in: &turn)
    case .lifecycle(let lifecycle, after: .accountChanged(let account)):
      mayBringRequest = true
      accounts = lifecycle.accounts ?? []
      change(to: account, in: &turn)
    case .push(.registered(let token)):
      mayBringRequest = true
      state.ledger?.token = token
    case .own(.change(let change)):
      mayBringRequest = true
      turn.record(change)
      apply(change, in: &turn)
    case .own(.liveActivities(let startTokens, let activities)):
      mayBringRequest = true
      state.ledger?.apply(startTokens: startTokens, activities: activities)
    case .work:
      readClock(of: turn)
      work = work ?? .noData
      settled = nil
    case .own(.answered(let failure)):
      turn.record(RegistrationAnswer(ServerAnswer(failure)))
      readClock(of: turn)
      if let request { slow.remove(request.content.account) }
      finish(failure, in: &turn)
    case .detached: detach(in: &turn)
    case .lifecycle, .push, .deadline, .saved: break
    }
    settle(since: former, at: turn.now)
    let next = proceed(in: &turn)
    state.retry = request == nil ? waits.values.map(\.end).min() : nil
    if state.ledger != saved { turn.save(state) }
    if let next {
      turn.log(.request(purpose: next.purpose))
      turn.perform(.send(next))
    }
    if mayBringRequest, let obstacle { turn.log(.skipped(reason: obstacle)) }
    if request == nil, let work {
      self.work = nil
      turn.finishWork(work)
    }
  }

  /// The time when a request times out, or the next one begins.
  var nextDeadline: ContinuousClock.Instant? { requestEnd ?? plans.map(\.due).min() }

  /// The reason why there is no request.
  private var obstacle: RegistrationEvent.Reason? {
    guard dateTime != nil, request == nil else { return nil }
    if state.account == nil { return .signedOut }
    if state.record == nil { return .noToken }
    return state.isAcknowledged && !isRefreshWanted ? .known : nil
  }

  private mutating func readClock(of turn: ManualFeatureTurn<Self>) {
    (date, dateTime) = (turn.date, turn.now)
  }

  /// Keeps the ledger and the changes that wait; times are of a clock that may be another one afterward.
  private mutating func detach(in turn: inout ManualFeatureTurn<Self>) {
    cancelRequest(in: &turn)
    queue.reset()
    queue.endPauses()
    var rest = Self(configuration: configuration, generator: generator)
    rest.queue = queue
    rest.state.ledger = state.ledger
    rest.pendingChanges = pendingChanges
    rest.work = work
    self = rest
  }

  private mutating func change(to account: AccountID?, in turn: inout ManualFeatureTurn<Self>) {
    for changed in [state.account, account].compactMap({ $0 }) {
      waits[changed] = nil
      slow.remove(changed)
    }
    isAccountKnown = true
    refused = nil
    state.failure = nil
    state.account = account
    state.ledger?.setPresent(accounts, at: date)
    let changes = pendingChanges
    pendingChanges = []
    for change in changes { apply(change, in: &turn) }
  }

  private mutating func apply(_ change: DeviceChange, in turn: inout ManualFeatureTurn<Self>) {
    state.ledger?.apply(change)
    if change.subscribe != nil || change.unsubscribe != nil {
      if let account = state.account {
        state.ledger?.applyTopics(of: change, for: account)
      } else if isAccountKnown {
        turn.log(.topicIgnored)
      } else {
        pendingChanges.append(
          DeviceChange(unsubscribe: change.unsubscribe, subscribe: change.subscribe)
        )
      }
    }
    if let forgotten = (change.forget?.wrappedValue).map(AccountID.init(rawValue:)) {
      state.ledger?.forget(forgotten, at: date)
      waits[forgotten] = nil
      if state.account == forgotten { state.account = nil }
    }
    if change.refresh == true {
      waits = [:]
      settled = nil
      isRefreshWanted = state.account != nil && request?.content.account != state.account
    }
  }

  /// Merges the changes of one moment in one request.
  private mutating func settle(since former: RegistrationState, at now: ContinuousClock.Instant) {
    if state.isAcknowledged {
      settled = nil
    } else if state.account != former.account || state.record != former.record {
      let isFirst = state.account != former.account || former.record == nil
      settled = (isFirst ? nil : settled) ?? now + configuration.settling
    }
  }
}

// MARK: - Requests

extension RegistrationCore {
  /// The accounts of the next requests, and when they are due, with those that have signed out first.
  private var plans: [(account: AccountID, due: ContinuousClock.Instant)] {
    guard let dateTime, let ledger = state.ledger else { return [] }
    let leaving = ledger.leaving.map { (account: $0, due: waits[$0]?.end ?? dateTime) }
    guard let account = state.account, let record = state.record else { return leaving }
    var due = settled ?? dateTime
    if let acknowledged = state.entry?.acknowledged, !isRefreshWanted {
      let age = abs(date.timeIntervalSince(acknowledged))
      let longest = configuration.renewal / .seconds(1) * (1 + ledger.spread / 7)
      due = dateTime + .seconds(longest - age)
    }
    let isWaiting = refused == nil || refused == record
    return leaving + [(account, max(due, isWaiting ? waits[account]?.end ?? due : due))]
  }

  /// The time limit of the request under way; less for a sign-off that the current account waits for.
  private var requestEnd: ContinuousClock.Instant? {
    guard let deadline = queue.deadline, let (content, begun) = request, content.isSignOff,
      let due = plans.first(where: { $0.account == state.account })?.due
    else { return queue.deadline }
    let isSlow = slow.contains(content.account)
    return min(deadline, isSlow ? due : max(due, begun + Self.signOffTimeout))
  }

  /// Cancels a request that is outdated or has timed out.
  ///
  /// - Returns: The request that begins.
  private mutating func proceed(in turn: inout ManualFeatureTurn<Self>) -> RegistrationRequest? {
    if let (content, _) = request, content.isSignOff == (content.account == state.account) {
      cancelRequest(in: &turn)
    } else if let end = requestEnd, end <= turn.now, let (_, begun) = request {
      turn.cancel()
      finish(SourceFailure(message: "no answer within \(turn.now - begun)"), in: &turn)
    }
    let due = plans.filter { $0.due <= turn.now }
    guard request == nil, let next = due.first(where: { !slow.contains($0.account) }) ?? due.first
    else { return nil }
    return begin(for: leaver(before: next.due, at: turn.now) ?? next.account, at: turn.now)
  }

  /// An account whose sign-off is tried once more before the next request, so that the order is kept after an
  /// hour without a network.
  private func leaver(
    before due: ContinuousClock.Instant,
    at now: ContinuousClock.Instant
  ) -> AccountID? {
    state.ledger?.leaving.first { account in
      waits[account].map { $0.start < due } ?? true && !queue.isPaused(for: account, at: now)
        && !slow.contains(account)
    }
  }

  private mutating func begin(
    for account: AccountID,
    at now: ContinuousClock.Instant
  ) -> RegistrationRequest? {
    let record = account == state.account ? state.record : nil
    if let record {
      state.ledger?.record(record, of: account, at: date)
      settled = nil
      isRefreshWanted = false
    } else {
      state.ledger?.entries[account]?.acknowledged = nil
    }
    guard let ledger = state.ledger, let entry = ledger.entries[account] else { return nil }
    waits[account] = nil
    let content = RegistrationRequest(
      installation: ledger.installation,
      account: account,
      record: record,
      deviceToken: entry.record.token,
      revision: entry.revision
    )
    request = (content, now)
    queue.begin(for: account, at: now)
    return content
  }

  private mutating func cancelRequest(in turn: inout ManualFeatureTurn<Self>) {
    guard let (content, _) = request else { return }
    queue.cancel()
    request = nil
    turn.cancel()
    turn.log(.cancelled(purpose: content.purpose))
  }

  private mutating func finish(_ failure: SourceFailure?, in turn: inout ManualFeatureTurn<Self>) {
    guard let (content, begun) = request else { return }
    let account = content.account
    if content.isSignOff, turn.now - begun >= Self.signOffTimeout { slow.insert(account) }
    request = nil
    state.failure = failure?.message
    guard let failure else {
      queue.succeed()
      if work != nil { work = .newData }
      if content.isSignOff {
        state.ledger?.entries[account] = nil
      } else {
        state.ledger?.entries[account]?.acknowledged = date
      }
      return turn.log(.acknowledged(purpose: content.purpose))
    }
    if work == .noData { work = .failed }
    let delay = queue.fail(failure, at: turn.now)
    if !content.isSignOff { refused = delay == nil ? content.record : nil }
    if delay == nil, content.isSignOff {
      state.ledger?.entries[account] = nil
    } else {
      waits[account] = (turn.now, turn.now + (delay ?? Self.refusalTime))
    }
    turn.log(.failed(purpose: content.purpose, error: failure.message, retryIn: delay))
  }
}
