import PushHub

/// Decides whether there is something new, and when the listener is attached again.
///
/// All state is in here, time comes in with each event, and what is to be done comes out as effects.
/// ``nextDeadline`` says when the core wants to be asked again. What is shown follows from three
/// things: the newest notification of the current snapshot, the read mark, and who is signed in.
struct BadgeDotCore {
  enum Event {
    case began(LifecycleState, stored: ReadMark?)
    case accountChanged(AccountID?, stored: ReadMark?)
    case phaseChanged(AppPhase)
    case pageAppeared(PageID)
    case pageDisappeared(PageID)
    case snapshot(Subscription.Number, [NotificationCursor])
    case ended(Subscription.Number, SourceFailure)
    case read(upTo: NotificationCursor?)
    case requested
    case deadline
  }

  enum Effect: Equatable {
    case listen(Subscription)
    case stopListening(Subscription.Number)
    case save(ReadMark, AccountID)
    case flush
    case show(BadgeDotState)
    case report(SourceFailure, retryIn: Duration?)
  }

  struct Subscription: Equatable {
    typealias Number = Int

    let number: Number
    let account: AccountID
  }

  let configuration: BadgeDot.Configuration

  private(set) var state = BadgeDotState()
  private(set) var subscription: Subscription?
  private(set) var mark: ReadMark?
  private(set) var newest: NotificationCursor?
  private var isKnown = false
  private var isStale = false
  private var isForeground = false
  private var listIsVisible = false
  private var subscriptionCount = 0
  private var failures: FailureStreak
  private var retry: ContinuousClock.Instant?

  init(configuration: BadgeDot.Configuration) {
    self.configuration = configuration
    let backoff = Backoff(first: configuration.firstRetry, longest: configuration.longestRetry)
    failures = FailureStreak(backoff: backoff)
  }
}

// MARK: - Events

extension BadgeDotCore {
  /// When the core wants to hear ``Event/deadline``, if nothing happens before.
  var nextDeadline: ContinuousClock.Instant? { retry }

  /// Takes an event, and says what is to be done.
  mutating func handle(
    _ event: Event,
    at now: ContinuousClock.Instant,
    using generator: inout some RandomNumberGenerator
  ) -> [Effect] {
    switch event {
    case .began(let state, let stored): begin(with: state, stored: stored)
    case .accountChanged(let account, let stored): change(to: account, stored: stored)
    case .phaseChanged(let phase): change(to: phase)
    case .pageAppeared(let page): setList(visible: true, if: page)
    case .pageDisappeared(let page): setList(visible: false, if: page)
    case .snapshot(let number, let cursors): accept(cursors, from: number, at: now)
    case .ended(let number, let failure): end(number, failure, at: now, using: &generator)
    case .read(let cursor): raise(to: cursor ?? newest) + show()
    case .requested: listenAnew()
    case .deadline: retryIfDue(at: now)
    }
  }

  private mutating func begin(with state: LifecycleState, stored: ReadMark?) -> [Effect] {
    isForeground = state.isForeground
    listIsVisible = state.visiblePages.contains(configuration.listPage)
    return change(to: state.account, stored: stored)
  }

  private mutating func change(to account: AccountID?, stored: ReadMark?) -> [Effect] {
    guard account != state.account else { return [] }
    let effects = stopListening()
    state.account = account
    mark = stored
    newest = nil
    isKnown = false
    isStale = false
    failures.forget()
    return effects + listenAnew() + show(always: true)
  }

  private mutating func change(to phase: AppPhase) -> [Effect] {
    let wasForeground = isForeground
    isForeground = phase.isForeground
    guard isForeground != wasForeground else { return [] }
    return isForeground ? listenAnew() + follow() + show() : [.flush]
  }

  private mutating func setList(visible: Bool, if page: PageID) -> [Effect] {
    guard page == configuration.listPage else { return [] }
    listIsVisible = visible
    return follow() + show()
  }

  private mutating func accept(
    _ cursors: [NotificationCursor],
    from number: Subscription.Number,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    guard subscription?.number == number else { return [] }
    failures.noteGoodSign(at: now)
    isStale = false
    isKnown = true
    newest = cursors.max()
    return baseline() + follow() + show()
  }
}

// MARK: - The mark

extension BadgeDotCore {
  /// The mark of an account that has none yet, once its list is known.
  ///
  /// Also of an empty list, of which the first notification to come is new.
  private mutating func baseline() -> [Effect] {
    guard mark == nil, configuration.firstRun == .baselineAsRead else { return [] }
    return raise(to: newest.map(ReadMark.upTo) ?? .nothing)
  }

  /// While the user looks at the list, everything known is read.
  private mutating func follow() -> [Effect] {
    isForeground && listIsVisible ? raise(to: newest) : []
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
  private mutating func stopListening() -> [Effect] {
    retry = nil
    guard let number = subscription?.number else { return [] }
    subscription = nil
    return [.stopListening(number)]
  }

  /// Begins a subscription in place of the one there is, which may have missed something.
  private mutating func listenAnew() -> [Effect] {
    let effects = stopListening()
    guard let account = state.account else { return effects }
    subscriptionCount += 1
    failures.noteBeginning()
    let next = Subscription(number: subscriptionCount, account: account)
    subscription = next
    return effects + [.listen(next)]
  }

  private mutating func retryIfDue(at now: ContinuousClock.Instant) -> [Effect] {
    guard let retry, retry <= now else { return [] }
    return listenAnew()
  }

  private mutating func end(
    _ number: Subscription.Number,
    _ failure: SourceFailure,
    at now: ContinuousClock.Instant,
    using generator: inout some RandomNumberGenerator
  ) -> [Effect] {
    guard subscription?.number == number else { return [] }
    subscription = nil
    failures.noteFailure(at: now)
    isStale = true
    let random = failures.delay(using: &generator)
    let wish = failure.retryAfter.map { Backoff.delay(afterWish: $0, using: &generator) }
    let delay = failure.isFinal ? nil : max(random, wish ?? .zero)
    retry = delay.map { now + $0 }
    return show() + [.report(failure, retryIn: delay)]
  }
}
