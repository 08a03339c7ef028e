import Foundation
import PushHub
import PushHubNetworking

/// Decides when the server is told of this device, and what.
///
/// What is desired follows from the ledger and from who is signed in; what was said is in the ledger
/// too. Whatever differs is said, one request at a time: those who have signed out first.
struct RegistrationCore: FeatureCore {
  typealias Number = RequestLine.Request.Number

  enum Event {
    case attached(at: Date, token: DeviceToken?)
    case loaded(RegistrationLedger?)
    case notLoaded(String)
    case notSaved
    case detached
    case woke(at: Date)
    case began(AccountID?)
    case account(AccountID?)
    case token(DeviceToken)
    case wish(Wish)
    case backgroundRefresh(at: Date)
    case deadline
    case answered(Number, SourceFailure?, at: Date)
  }

  /// What the app wants.
  enum Wish: Hashable, Sendable {
    case tags([String: String])
    case token(DeviceToken?, name: String)
    case permission(DeviceRecord.Permission?)
    /// Of who is signed in, or turns out to be, if of nobody else.
    case topic(String, isWanted: Bool, of: AccountID? = nil)
    case forget(AccountID)
    case refresh
  }

  enum Effect: Equatable {
    case load
    case setAside
    indirect case save(RegistrationLedger)
    indirect case start(Number, RegistrationRequest)
    case cancel(Number)
    case show(RegistrationState)
    case report(RegistrationLogEntry)
    case release(FetchResult)
  }

  /// How long an account waits after a failure.
  struct Wait {
    /// When it has failed last.
    let latest: ContinuousClock.Instant
    var until: ContinuousClock.Instant

    /// Until when the server wants to be left alone, if it said so.
    var quietUntil: ContinuousClock.Instant?
    var isRefusal = false
  }

  /// How long an account that can't be taken off holds up the next one.
  struct Hold {
    let end: ContinuousClock.Instant

    /// Whether it has held up others for long enough.
    var isOver = false
  }

  /// What is said next to the server of an account, and when.
  struct Turn {
    let account: AccountID
    let record: DeviceRecord?
    let due: ContinuousClock.Instant
  }

  /// A moment on the wall clock.
  struct Moment {
    /// Before everything if the clock shows no time.
    let date: Date
    let instant: ContinuousClock.Instant

    init(date: Date, instant: ContinuousClock.Instant) {
      self.date = date.isTime ? date : .distantPast
      self.instant = instant
    }
  }

  static var deadline: Event { .deadline }

  /// How long a refusal for good holds, if nothing happens before.
  static let refusalRest = Duration.seconds(86_400)

  /// How often a store that can't be read is tried before it is taken for lost.
  static let maximumLoadCount = 6

  let configuration: DeviceRegistration.Configuration
  var ledger: RegistrationLedger?
  var account: AccountID?
  private(set) var state = RegistrationState()

  var line: RequestLine
  var generator: any RandomNumberGenerator
  var moment: Moment?
  var isAccountKnown = false
  var isTokenTold = false
  var isRefreshWanted = false

  /// Until when further changes are waited for.
  var settled: ContinuousClock.Instant?
  var waits: [AccountID: Wait] = [:]

  /// Of those who leave and have failed to, or have waited for one who has.
  var holds: [AccountID: Hold] = [:]

  /// Since when somebody could be signed on who lets others go before once more.
  var signOnDue: ContinuousClock.Instant?
  var saying: RegistrationRequest?
  var hasFailed = false

  /// What came of it since the system gave the app time in the background.
  var refresh = RefreshWork()

  var loads: FailureStreak
  var loadCount = 0
  var nextLoad: ContinuousClock.Instant?

  /// Whether the ledger could not be saved; the next event tries again.
  private var isSaveOwed = false

  /// What came before the ledger was loaded.
  var backlog: [Event] = []

  init(configuration: DeviceRegistration.Configuration, generator: any RandomNumberGenerator) {
    self.configuration = configuration
    self.generator = generator
    let backoff = Backoff(
      first: configuration.longestFirstRetry,
      longest: configuration.longestRetry
    )
    loads = FailureStreak(backoff: backoff)
    line = RequestLine(
      timeout: configuration.requestTimeout,
      backoff: backoff,
      generator: generator
    )
  }
}

// MARK: - Events

extension RegistrationCore {
  /// Takes an event, and says what is to be done; what is to be kept is saved before it is said.
  mutating func handle(
    _ event: Event,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    if case .notSaved = event {
      isSaveOwed = true
      return []
    }
    let former = (ledger: ledger, account: account, desired: desired)
    var effects = take(event, at: now)
    if account != former.account || desired != former.desired {
      noteChange(isOfAccount: account != former.account, at: now)
    }
    effects += proceed(at: now)
    if let ledger, ledger != former.ledger || isSaveOwed {
      isSaveOwed = false
      effects.insert(.save(ledger), at: effects.first == .setAside ? 1 : 0)
    }
    return effects + show() + releaseRefresh()
  }

  /// When the core wants to hear ``Event/deadline``, if nothing happens before.
  var nextDeadline: ContinuousClock.Instant? {
    guard ledger != nil else { return nextLoad }
    if let deadline = line.deadline { return deadline }
    let ends = holds.values.filter { !$0.isOver }.map(\.end)
    return (turns.map(\.due) + ends).min()
  }

  /// What the server should know for who is signed in; nil if nobody is, or there is no token.
  var desired: DeviceRecord? {
    account.flatMap { ledger?.record(for: $0) }
  }

  /// What who is signed in has subscribed to.
  var topics: Set<String> {
    guard let ledger else { return [] }
    if let account { return ledger.topics(of: account) }
    return Set(ledger.waitingTopics.filter(\.value).keys)
  }

  mutating func take(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
    switch event {
    case .attached(let date, let token):
      return attach(at: Moment(date: date, instant: now), token: token)
    case .loaded(let ledger):
      return begin(with: ledger, at: now)
    case .notLoaded(let message):
      return putOffLoading(message, at: now)
    case .notSaved:
      return []
    case .detached:
      return detach()
    case .woke(let date):
      note(Moment(date: date, instant: now))
      return []
    case .backgroundRefresh(let date):
      note(Moment(date: date, instant: now))
      refresh.await()
      if ledger == nil { refresh.noteFailure() }
      settled = nil
      return []
    case .deadline where ledger == nil:
      return load()
    case .wish(.refresh) where ledger == nil:
      backlog.removeAll(where: \.isRefresh)
      backlog.append(event)
      return [.load]
    case _ where ledger == nil:
      backlog.append(event)
      return []
    case .began(let account):
      isAccountKnown = account != nil
      if let account { change(to: account) }
      return []
    case .account(let account):
      isAccountKnown = true
      change(to: account)
      return []
    case .token(let token):
      isTokenTold = true
      ledger?.token = token
      return []
    case .wish(let wish):
      return grant(wish, at: now)
    case .deadline:
      return giveUpIfOverdue(at: now)
    case .answered(let number, let failure, let date):
      note(Moment(date: date, instant: now))
      return accept(failure, of: number, at: now)
    }
  }

  private mutating func grant(_ wish: Wish, at now: ContinuousClock.Instant) -> [Effect] {
    switch wish {
    case .tags(let tags): ledger?.tags = tags
    case .token(let token, let name): ledger?.furtherTokens[name] = token
    case .permission(let permission): ledger?.permission = permission
    case .topic(let topic, let isWanted, let owner):
      return setTopic(topic, of: owner ?? account, isWanted: isWanted)
    case .forget(let account): forget(account)
    case .refresh:
      endWaits(at: now)
      settled = nil
      isRefreshWanted = account != nil && saying?.account != account
    }
    return []
  }

  /// Lets a refresh go when nothing is under way, and so nothing due.
  private mutating func releaseRefresh() -> [Effect] {
    guard saying == nil, let result = refresh.end() else { return [] }
    return [.release(result)]
  }

  private mutating func show() -> [Effect] {
    var newState = RegistrationState()
    newState.account = account
    newState.leavingCount = ledger?.entries.count { $0.isLeaving }
    if let account, let desired, let entry = ledger?.entry(of: account) {
      newState.isAcknowledged = entry.acknowledged != nil && entry.record == desired
    }
    newState.hasFailed = hasFailed
    if hasFailed, saying == nil {
      newState.retry = turns.filter { waits[$0.account] != nil }.map(\.due).min()
    }
    guard newState != state else { return [] }
    state = newState
    return [.show(newState)]
  }
}
