public import PushHub
import PushHubNetworking

/// Decides whether there is something new, and when the listener is attached again.
///
/// What is shown follows from three things: the newest notification of the current snapshot, the read
/// mark, and who is signed in.
struct BadgeDotCore: DrivenCore {
  enum Event {
    /// What is true of the app, at the beginning and after each change.
    case lifecycle(LifecycleState)

    /// The account's stored mark, with the change of ``Effect/store(_:for:)``, and whether it is kept.
    case stored(ReadMark?, AccountID, isSaved: Bool)
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

    /// The listener, which has told no list in time, ends as the source says.
    case timeOut(Subscription)

    /// The account's stored mark is changed, if there is anything to change, and told before any other
    /// event. While it can't be read, nothing is told.
    case store(MarkChange, for: AccountID)
    case show(BadgeDotState)
    case log(BadgeDotEvent)
  }

  /// Under way from the beginning to the end of listening; its deadline is that of the first list.
  typealias Subscription = RequestLine.Request

  static var deadline: Event { .deadline }

  let configuration: BadgeDot.Configuration
  private var line: RequestLine

  /// What is shown; its account is nobody for one that was forgotten.
  private(set) var state = BadgeDotState()
  private(set) var mark: ReadMark?
  private(set) var newest: NotificationCursor?
  private var isListKnown = false

  /// Whether the store has told the account's mark.
  private var isMarkKnown = false

  /// What the store has not kept, or not told.
  private var pending: [AccountID: MarkChange] = [:]
  private var nextStoring: Duration?
  private var lifecycle = LifecycleState()
  private var wasForeground = false
  private var listeningSince: Duration?

  /// Of the event that is being handled: when it came, and what is to be done.
  private var now = Duration.zero
  private var effects: [Effect] = []

  init(configuration: BadgeDot.Configuration, generator: any RandomNumberGenerator) {
    self.configuration = configuration
    line = RequestLine(
      timeout: configuration.listTimeout,
      backoff: Backoff(first: .seconds(1), longest: .seconds(60)),
      wish: .isLowerBound,
      generator: generator
    )
  }
}

// MARK: - Events

extension BadgeDotCore {
  /// When the core wants to hear ``Event/deadline``, if nothing happens before.
  var nextDeadline: ContinuousClock.Instant? {
    .init(referenceTime: [due, nextStoring].compactMap { $0 }.min())
  }

  private var due: Duration? { line.deadline ?? line.retry }

  var subscription: Subscription? { line.request }

  /// When listening begins again.
  var retry: Duration? { line.retry }

  /// Takes an event, and says what is to be done.
  mutating func handle(_ event: Event, at instant: ContinuousClock.Instant) -> [Effect] {
    let shown = state
    // What the store has just refused is tried again after another event, not at once and for ever.
    let refused = if case .stored = event { pending } else { [AccountID: MarkChange]() }
    now = instant.referenceTime
    defer { effects = [] }
    react(to: event)
    followList(after: event)
    let read = mark ?? (configuration.firstRun == .show ? ReadMark.nothing : nil)
    state.isKnown = isListKnown && isMarkKnown
    state.isShown =
      if state.isKnown, let read, let newest { read < .upTo(newest) } else { false }
    if state != shown {
      effects.insert(.show(state), at: 0)
    }
    effects += pending.filter { $1 != refused[$0] }.map { .store($1, for: $0) }
    nextStoring = pending.isEmpty ? nil : now + .seconds(10)
    return effects
  }

  private mutating func react(to event: Event) {
    switch event {
    case .lifecycle(let lifecycle): follow(lifecycle)
    case .stored(let stored, let account, let isSaved):
      if isSaved { pending[account] = nil }
      guard account == state.account else { return }
      isMarkKnown = true
      // Another process may have raised it, but none has lowered it.
      if let stored { mark = max(mark ?? stored, stored) }
    case .snapshot(let number, let cursors):
      guard line.isUnderWay(number) else { return }
      line.recordGoodSign(at: now)
      state.failure = nil
      isListKnown = true
      newest = cursors.max()
    case .ended(let number, let failure): end(number, failure)
    case .read(let cursor): raise(to: (cursor ?? newest).map(ReadMark.upTo))
    case .set(let newMark):
      guard let account = state.account else { return }
      mark = newMark
      pending[account] = MarkChange(mark: newMark, isReplacement: true)
    case .forget(let account):
      if account == state.account {
        change(to: nil)
      }
      line.forgetWish(for: account)
      pending[account] = MarkChange(isReplacement: true)
    case .requested: listenAnew()
    case .deadline: meetDeadline()
    }
  }

  private mutating func follow(_ new: LifecycleState) {
    let isReturn = new.isForeground && !lifecycle.isForeground
    let isOther = new.account != lifecycle.account
    lifecycle = new
    if isReturn {
      let isYoung = listeningSince.map { now - $0 < .seconds(10) } ?? false
      let isFresh = isYoung && subscription != nil && !wasForeground
      wasForeground = true
      if !isFresh, !line.isQuiet(for: state.account, at: now) {
        listenAnew()
      }
    }
    if isOther {
      change(to: new.account)
    }
    if isReturn || isOther { readMark() }
  }

  private mutating func change(to account: AccountID?) {
    stopListening(line.forget())
    state = BadgeDotState()
    state.account = account
    pending = pending.filter { $0.value != MarkChange() }
    mark = account.flatMap { pending[$0]?.mark }
    newest = nil
    (isListKnown, isMarkKnown) = (false, false)
    listenAnew()
  }
}

// MARK: - The mark

extension BadgeDotCore {
  /// Reads what the user looks at.
  ///
  /// While the list is visible, everything known is read; so is the first list of an account
  /// that has no mark, also an empty one, of which the first notification to come is new. Whether
  /// there is none is looked up right before, since another process may have stored the first.
  private mutating func followList(after event: Event) {
    if mark == nil, isListKnown, configuration.firstRun == .baselineAsRead,
      let account = state.account
    {
      if case .stored(_, account, _) = event {
        raise(to: newest.map(ReadMark.upTo) ?? .nothing)
      } else {
        readMark()
      }
    }
    if lifecycle.isLooking(at: configuration.listPage) {
      raise(to: newest.map(ReadMark.upTo))
    }
  }

  private mutating func raise(to newMark: ReadMark?) {
    guard let newMark, let account = state.account, mark.map({ $0 < newMark }) ?? true
    else { return }
    mark = newMark
    pending[account, default: MarkChange()].mark = newMark
  }

  private mutating func readMark() {
    guard let account = state.account else { return }
    pending[account] = pending[account] ?? MarkChange()
  }
}

// MARK: - The listener

extension BadgeDotCore {
  private mutating func stopListening(_ subscription: Subscription?) {
    if let subscription {
      effects.append(.stopListening(subscription.number))
    }
  }

  /// Begins a subscription in place of the one there is, which may have missed something.
  private mutating func listenAnew() {
    stopListening(line.abandon())
    guard let account = state.account else { return }
    listeningSince = now
    effects.append(.listen(line.begin(for: account, at: now)))
  }

  private mutating func meetDeadline() {
    guard let due, due <= now else { return }
    guard line.deadline != nil, let subscription else { return listenAnew() }
    effects.append(.timeOut(subscription))
  }

  private mutating func end(_ number: Subscription.Number, _ failure: SourceFailure) {
    guard line.isUnderWay(number) else { return }
    state.failure = failure.message
    let delay = line.fail(failure, at: now)
    effects.append(.log(.failed(failure.message, retryIn: delay)))
  }
}

// MARK: - Configuration

extension BadgeDot {
  /// What an account sees for which there is no read mark yet, as after installing the app.
  public enum FirstRun: String, Sendable, CaseIterable {
    /// What the first snapshot holds counts as read; what comes after it is new.
    case baselineAsRead

    /// Everything is new.
    case show
  }

  /// What counts as read, and when the source is asked again.
  ///
  /// ```swift
  /// let configuration = BadgeDot.Configuration(listPage: "notifications", firstRun: .show)
  /// ```
  public struct Configuration: Sendable {
    /// The page with the list: while the user is looking at it, everything known is read.
    ///
    /// That is, while its scene is active and nothing covers the page there; see
    /// `LifecycleState.isLooking(at:)`.
    public let listPage: PageID

    /// What an account sees for which there is no read mark yet.
    public let firstRun: FirstRun

    /// How long a new listener may take to tell its first list; then it has failed.
    ///
    /// Later lists may take any time.
    public let listTimeout: Duration

    /// Says what counts as read, and when the source is asked again.
    ///
    /// - Parameters:
    ///   - listPage: The page with the list.
    ///   - firstRun: What an account sees for which there is no read mark yet.
    ///   - listTimeout: How long a new listener may take to tell its first list, from one second to one
    ///     day.
    public init(
      listPage: PageID,
      firstRun: FirstRun = .baselineAsRead,
      listTimeout: Duration = .seconds(60)
    ) {
      self.listPage = listPage
      self.firstRun = firstRun
      self.listTimeout = listTimeout.clamped(to: ConfigurationBounds.interval)
    }
  }
}
