import PushHub
import PushHubNetworking

/// Decides whether there is something new, and when the listener is attached again.
///
/// What is shown follows from three things: the newest notification of the current snapshot, the read
/// mark, and who is signed in.
struct BadgeDotCore: FeatureCore {
  enum Event {
    /// What is true of the app, at the beginning and after each change.
    case lifecycle(LifecycleState)

    /// What ``Effect/load(_:)`` has found.
    case loaded(ReadMark?, AccountID)
    case detached
    case snapshot(Subscription.Number, [NotificationCursor])
    case ended(Subscription.Number, SourceFailure)
    case read(upTo: NotificationCursor?)
    case set(ReadMark?)
    case forget(AccountID)
    case requested
    case deadline
  }

  enum Effect: Equatable {
    case listen(Subscription)
    case stopListening(Subscription.Number)
    case save(ReadMark, AccountID)

    /// The stored mark is this one, also if it was greater; without one it is gone.
    case replace(ReadMark?, AccountID)
    case flush
    case show(BadgeDotState)
    case report(SourceFailure, retryIn: Duration?)

    /// The account's stored mark is to be told, before any other event.
    case load(AccountID)
  }

  /// Under way from the beginning to the end of listening; its deadline is that of the first list.
  typealias Subscription = RequestLine.Request

  static var deadline: Event { .deadline }

  let configuration: BadgeDot.Configuration
  private var line: RequestLine

  private(set) var state = BadgeDotState()
  private(set) var mark: ReadMark?
  private(set) var newest: NotificationCursor?

  /// Who is signed in; nobody is shown for an account that was forgotten.
  private var account: AccountID?
  private var isKnown = false
  private var isStale = false
  private var isForeground = false
  private var wasForeground = false
  private var isLooking = false
  private var listeningSince: ContinuousClock.Instant?

  init(configuration: BadgeDot.Configuration, generator: any RandomNumberGenerator) {
    self.configuration = configuration
    line = RequestLine(
      timeout: configuration.listTimeout,
      backoff: Backoff(
        first: configuration.longestFirstRetry,
        longest: configuration.longestRetry
      ),
      wish: .isLowerBound,
      generator: generator
    )
  }

  private init(configuration: BadgeDot.Configuration, line: RequestLine) {
    self.configuration = configuration
    self.line = line
  }
}

// MARK: - Events

extension BadgeDotCore {
  /// When the core wants to hear ``Event/deadline``, if nothing happens before.
  var nextDeadline: ContinuousClock.Instant? { line.deadline ?? line.retry }

  var subscription: Subscription? { line.request }

  /// When listening begins again.
  var retry: ContinuousClock.Instant? { line.retry }

  /// Takes an event, and says what is to be done.
  mutating func handle(
    _ event: Event,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    switch event {
    case .lifecycle(let state): follow(state, at: now)
    case .loaded(let stored, let account): merge(stored, of: account)
    case .detached: detach(at: now)
    case .snapshot(let number, let cursors): accept(cursors, from: number, at: now)
    case .ended(let number, let failure): end(number, failure, at: now)
    case .read(let cursor): raise(to: cursor ?? newest) + show()
    case .set(let mark): replace(with: mark)
    case .forget(let account): forget(account, at: now)
    case .requested: listenAnew(at: now)
    case .deadline: meetDeadline(at: now)
    }
  }

  private mutating func follow(
    _ lifecycle: LifecycleState,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    let isReturn = lifecycle.isForeground && !isForeground
    let isOther = lifecycle.account != account
    isLooking = lifecycle.isLooking(at: configuration.listPage)
    account = lifecycle.account
    var effects = setForeground(lifecycle.isForeground, at: now)
    if isOther {
      effects += change(to: account, at: now)
    }
    effects += followList() + show()
    guard isReturn || isOther, let account = state.account else { return effects }
    return effects + [.load(account)]
  }

  private mutating func setForeground(
    _ isForeground: Bool,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    guard isForeground != self.isForeground else { return [] }
    self.isForeground = isForeground
    guard isForeground else { return [.flush] }
    let isFresh = !wasForeground && listeningSince.map { now - $0 < .seconds(10) } ?? false
    wasForeground = true
    let isQuiet = line.isQuiet(for: state.account, at: now)
    return isFresh || isQuiet ? [] : listenAnew(at: now)
  }

  private mutating func change(
    to account: AccountID?,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    let effects = stopListening(with: line.forget())
    state.account = account
    mark = nil
    newest = nil
    isKnown = false
    isStale = false
    return effects + listenAnew(at: now) + show(always: true)
  }

  private mutating func detach(at now: ContinuousClock.Instant) -> [Effect] {
    let effects = account == nil ? [] : change(to: nil, at: now)
    line.forgetWishes()
    let old = self
    self = Self(configuration: configuration, line: line)
    state = old.state
    return effects + [.flush]
  }

  private mutating func accept(
    _ cursors: [NotificationCursor],
    from number: Subscription.Number,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    guard line.isUnderWay(number) else { return [] }
    line.noteGoodSign(at: now)
    isStale = false
    isKnown = true
    newest = cursors.max()
    // Another process may have stored a mark since this one looked.
    if mark == nil, let account = state.account { return [.load(account)] }
    return followList() + show()
  }
}

// MARK: - The mark

extension BadgeDotCore {
  /// Takes what is stored, which another process may have raised, but none has lowered.
  private mutating func merge(_ stored: ReadMark?, of account: AccountID) -> [Effect] {
    guard account == state.account else { return [] }
    if let stored {
      mark = max(mark ?? stored, stored)
    }
    return baseline() + followList() + show()
  }

  /// The mark of an account that has none yet, once its list is known.
  ///
  /// Also of an empty list, of which the first notification to come is new.
  private mutating func baseline() -> [Effect] {
    guard mark == nil, isKnown, configuration.firstRun == .baselineAsRead else { return [] }
    return raise(to: newest.map(ReadMark.upTo) ?? .nothing)
  }

  /// While the user looks at the list, everything known is read.
  private mutating func followList() -> [Effect] {
    isLooking ? raise(to: newest) : []
  }

  private mutating func raise(to cursor: NotificationCursor?) -> [Effect] {
    cursor.map { raise(to: .upTo($0)) } ?? []
  }

  private mutating func raise(to newMark: ReadMark) -> [Effect] {
    guard let account = state.account else { return [] }
    if let mark, newMark <= mark { return [] }
    mark = newMark
    return [.save(newMark, account)]
  }

  private mutating func replace(with newMark: ReadMark?) -> [Effect] {
    guard let account = state.account else { return [] }
    mark = newMark
    return [.replace(newMark, account)] + baseline() + followList() + show()
  }

  private mutating func forget(
    _ account: AccountID,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    let effects = account == state.account ? change(to: nil, at: now) : []
    line.forgetWish(for: account)
    return effects + [.replace(nil, account)]
  }

  private var hasUnread: Bool {
    guard let newest else { return false }
    return !(mark?.covers(newest) ?? false)
  }

  private mutating func show(always: Bool = false) -> [Effect] {
    var newState = state
    newState.isShown = hasUnread
    newState.isKnown = isKnown
    newState.isStale = isStale
    guard always || newState != state else { return [] }
    state = newState
    return [.show(newState)]
  }
}

// MARK: - The listener

extension BadgeDotCore {
  private mutating func stopListening(with subscription: Subscription?) -> [Effect] {
    listeningSince = nil
    return subscription.map { [.stopListening($0.number)] } ?? []
  }

  /// Begins a subscription in place of the one there is, which may have missed something.
  private mutating func listenAnew(at now: ContinuousClock.Instant) -> [Effect] {
    let effects = stopListening(with: line.abandon())
    guard let account = state.account else { return effects }
    listeningSince = now
    return effects + [.listen(line.begin(for: account, at: now))]
  }

  private mutating func meetDeadline(
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    if let deadline = line.deadline, let number = subscription?.number {
      guard deadline <= now else { return [] }
      let failure = SourceFailure(message: "no list within \(configuration.listTimeout)")
      return [.stopListening(number)] + end(number, failure, at: now)
    }
    guard let retry, retry <= now else { return [] }
    return listenAnew(at: now)
  }

  private mutating func end(
    _ number: Subscription.Number,
    _ failure: SourceFailure,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    guard line.isUnderWay(number) else { return [] }
    listeningSince = nil
    isStale = true
    let delay = line.fail(failure, at: now)
    return show() + [.report(failure, retryIn: delay)]
  }
}
