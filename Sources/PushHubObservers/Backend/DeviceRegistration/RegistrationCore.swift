import Foundation
import PushHub
import PushHubNetworking

/// Decides when the server is told of this device, and what.
///
/// What the server should know follows from the ledger and from who is signed in; what it was told is
/// in the ledger too. Whatever differs is told, one request at a time: those who have signed out first.
struct RegistrationCore: DrivenCore {
  typealias Number = RequestLine.Request.Number

  enum Event {
    /// It is attached, or the app comes or goes.
    case woke(at: Date)
    case loaded(RegistrationLedger?)
    case notLoaded
    case notSaved
    case detached
    case account(AccountID?)
    case token(DeviceToken)
    case change(DeviceChange)
    case backgroundRefresh
    case deadline
    case answered(Number, SourceFailure?, at: Date)
  }

  enum Effect: Equatable {
    case load
    indirect case save(RegistrationState)
    indirect case start(Number, RegistrationRequest)
    case cancel
    indirect case show(RegistrationState)
    case log(RegistrationEvent)
    case release(FetchResult)
  }

  static var deadline: Event { .deadline }

  private static let requestTimeout = Duration.seconds(60)

  /// How long the account that is signed in waits for the sign-off of another one.
  static let signOffTimeout = Duration.seconds(5)

  /// How long a refusal for good holds, if nothing happens before.
  static let refusalRest = Duration.seconds(86_400)

  /// When a store that can't be read yet, as before the user has unlocked the device, is tried again.
  static let loadInterval = Duration.seconds(10)

  let configuration: DeviceRegistration.Configuration
  private(set) var state = RegistrationState()
  private(set) var line: RequestLine
  private var generator: any RandomNumberGenerator

  /// What the store holds, as far as is known.
  private var saved: RegistrationLedger?
  private var nextLoad: Duration?

  /// What waits for the store, and the changes of topics that wait for an account.
  private var backlog: [Event] = []
  private var isAccountKnown = false

  /// What the wall clock showed last, and when.
  private var date = Date.distantPast
  private var dateTime: Duration?

  private var request: RegistrationRequest?
  private var requestTime = Duration.zero
  private var isRefreshWanted = false

  /// Until when further changes are waited for.
  private var settled: Duration?

  /// When accounts have failed last, and until when they wait since.
  private var waits: [AccountID: (start: Duration, end: Duration)] = [:]

  /// The accounts whose latest sign-off took so long that no other account waits for the next.
  private var slow: Set<AccountID> = []

  /// What the server has refused for good.
  private var refused: DeviceRecord?

  /// What came of it since the system gave the app time in the background.
  private var refresh = RefreshWork()

  /// When the event came that is being handled.
  private var now = Duration.zero

  init(configuration: DeviceRegistration.Configuration, generator: any RandomNumberGenerator) {
    self.configuration = configuration
    self.generator = generator
    line = RequestLine(
      timeout: Self.requestTimeout,
      backoff: Backoff(first: .seconds(1), longest: .seconds(300)),
      generator: generator
    )
  }
}

// MARK: - Events

extension RegistrationCore {
  /// Takes an event, and says what is to be done; what is to be kept is saved before it is told.
  mutating func handle(_ event: Event, at time: ContinuousClock.Instant) -> [Effect] {
    now = time.referenceTime
    if case .notSaved = event {
      saved = nil
      return []
    }
    let former = state
    var effects = apply(event)
    settle(since: former)
    effects += proceed()
    state.retryTime = request == nil ? waits.values.map(\.end).min() : nil
    if let ledger = state.ledger, ledger != saved {
      saved = ledger
      effects.insert(.save(state), at: 0)
    }
    if state != former { effects.append(.show(state)) }
    if event.mayBringRequest, let obstacle { effects.append(.log(.skipped(obstacle))) }
    if request == nil, let result = refresh.end() { effects.append(.release(result)) }
    return effects
  }

  /// When the core wants to hear ``Event/deadline``, if nothing happens before.
  var nextDeadline: ContinuousClock.Instant? {
    .init(
      referenceTime: state.ledger == nil ? nextLoad : requestEnd ?? turns.map(\.due).min()
    )
  }

  /// Why the server is told nothing from now on.
  private var obstacle: RegistrationEvent.Obstacle? {
    guard let ledger = state.ledger, request == nil else { return nil }
    if state.account == nil { return .signedOut }
    if ledger.token == nil { return .noToken }
    return state.isAcknowledged && !isRefreshWanted ? .known : nil
  }

  private mutating func apply(_ event: Event) -> [Effect] {
    switch event {
    case .woke(let date):
      read(date)
      return state.ledger == nil ? [.load] : []
    case .loaded(let ledger):
      return begin(with: ledger)
    case .notLoaded:
      nextLoad = now + Self.loadInterval
      return []
    case .detached where state.ledger != nil:
      return detach()
    case .backgroundRefresh:
      refresh.await()
      if state.ledger == nil { refresh.recordFailure() }
      settled = nil
      return []
    case .deadline where state.ledger == nil:
      return [.load]
    case _ where state.ledger == nil:
      backlog.append(event)
      return []
    case .account(let account):
      return change(to: account)
    case .token(let token):
      state.ledger?.token = token
      return []
    case .change(let change):
      return apply(change)
    case .answered(let number, let failure, let date):
      guard line.isUnderWay(number) else { return [] }
      read(date)
      if let request { slow.remove(request.account) }
      return finish(failure)
    default:
      return []
    }
  }

  private mutating func read(_ date: Date) {
    self.date = date
    dateTime = now
  }

  private mutating func begin(with loaded: RegistrationLedger?) -> [Effect] {
    saved = loaded
    var ledger =
      loaded ?? RegistrationLedger(environment: configuration.environment, using: &generator)
    ledger.adopt(configuration.environment)
    state.ledger = ledger
    // Having been detached before does not make the clock of now another one.
    let clock = (date, dateTime)
    defer { (date, dateTime) = clock }
    return applyBacklog()
  }

  private mutating func applyBacklog() -> [Effect] {
    let events = backlog
    backlog = []
    return events.flatMap { apply($0) }
  }

  /// Knows nothing any more but the ledger and what waits, for another clock may count from here on.
  private mutating func detach() -> [Effect] {
    let effects = abandon()
    _ = line.forget()
    line.forgetWishes()
    var rest = Self(configuration: configuration, generator: generator)
    rest.line = line
    rest.state.ledger = state.ledger
    rest.saved = saved
    rest.backlog = backlog
    rest.refresh = refresh
    rest.now = now
    self = rest
    return effects
  }

  private mutating func change(to account: AccountID?) -> [Effect] {
    for changed in [state.account, account].compactMap({ $0 }) {
      waits[changed] = nil
      slow.remove(changed)
    }
    isAccountKnown = true
    refused = nil
    state.failure = nil
    state.account = account
    state.ledger?.setPresent(account, at: date)
    return applyBacklog()
  }

  private mutating func apply(_ change: DeviceChange) -> [Effect] {
    var effects: [Effect] = []
    state.ledger?.apply(change)
    if change.subscribe != nil || change.unsubscribe != nil {
      if let account = state.account {
        state.ledger?.applyTopics(of: change, for: account)
      } else if isAccountKnown {
        effects = [.log(.topicIgnored)]
      } else {
        let topics = DeviceChange(unsubscribe: change.unsubscribe, subscribe: change.subscribe)
        backlog.append(.change(topics))
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
      isRefreshWanted = state.account != nil && request?.account != state.account
    }
    return effects
  }

  /// Lets changes of one moment become one request.
  private mutating func settle(since former: RegistrationState) {
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
  /// Of whom the server is told next, and when: those who leave, and then who is signed in.
  private var turns: [(account: AccountID, due: Duration)] {
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

  /// When the request that is under way has failed without an answer; sooner when it is a sign-off and
  /// the account that is signed in waits for it.
  private var requestEnd: Duration? {
    guard let deadline = line.deadline, let request, request.isSignOff,
      let due = turns.first(where: { $0.account == state.account })?.due
    else { return line.deadline }
    let isSlow = slow.contains(request.account)
    return min(deadline, isSlow ? due : max(due, requestTime + Self.signOffTimeout))
  }

  /// Cancels what is true no longer or has no answer, and tells what is due.
  private mutating func proceed() -> [Effect] {
    var effects: [Effect] = []
    if let request, request.isSignOff == (request.account == state.account) {
      effects = abandon()
    } else if let end = requestEnd, end <= now {
      effects = [.cancel] + finish(SourceFailure(message: "no answer within \(now - requestTime)"))
    }
    let due = turns.filter { $0.due <= now }
    guard request == nil, let turn = due.first(where: { !slow.contains($0.account) }) ?? due.first
    else { return effects }
    return effects + notifyServer(of: leaver(before: turn.due) ?? turn.account)
  }

  /// Who has signed out is tried once more right before something is due: where nothing could be
  /// reached for an hour, the order is kept.
  private func leaver(before due: Duration) -> AccountID? {
    state.ledger?.leaving.first { account in
      waits[account].map { $0.start < due } ?? true && !line.isQuiet(for: account, at: now)
        && !slow.contains(account)
    }
  }

  private mutating func notifyServer(of account: AccountID) -> [Effect] {
    let record = account == state.account ? state.record : nil
    if let record {
      state.ledger?.record(record, of: account, at: date)
      settled = nil
      isRefreshWanted = false
    } else {
      state.ledger?[account]?.acknowledged = nil
    }
    guard let ledger = state.ledger, let entry = ledger[account] else { return [] }
    waits[account] = nil
    let request = RegistrationRequest(
      installation: ledger.installation,
      account: account,
      record: record,
      deviceToken: entry.record.token,
      revision: entry.revision
    )
    self.request = request
    requestTime = now
    return [
      .log(.began(request.purpose)),
      .start(line.begin(for: account, at: now).number, request),
    ]
  }

  private mutating func abandon() -> [Effect] {
    guard let request, line.abandon() != nil else { return [] }
    self.request = nil
    return [
      .cancel, .log(.cancelled(request.purpose)),
    ]
  }

  private mutating func finish(_ failure: SourceFailure?) -> [Effect] {
    guard let request else { return [] }
    let account = request.account
    if request.isSignOff, now - requestTime >= Self.signOffTimeout { slow.insert(account) }
    self.request = nil
    state.failure = failure?.message
    guard let failure else {
      line.succeed()
      refresh.recordNews()
      if request.isSignOff {
        state.ledger?[account] = nil
      } else {
        state.ledger?[account]?.acknowledged = date
      }
      return [.log(.acknowledged(request.purpose))]
    }
    refresh.recordFailure()
    let delay = line.fail(failure, at: now)
    if !request.isSignOff { refused = delay == nil ? request.record : nil }
    if delay == nil, request.isSignOff {
      state.ledger?[account] = nil
    } else {
      waits[account] = (now, now + (delay ?? Self.refusalRest))
    }
    return [.log(.failed(request.purpose, failure.message, retryIn: delay))]
  }
}

extension RegistrationCore.Event {
  fileprivate var mayBringRequest: Bool {
    switch self {
    case .account, .token, .change: true
    default: false
    }
  }
}
