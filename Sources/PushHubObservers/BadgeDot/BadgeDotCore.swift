public import PushHub
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
    case show(BadgeDotState)

    /// The account's stored mark is to be told, before any other event.
    case load(AccountID)
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
  var nextDeadline: ContinuousClock.Instant? { .init(referenceTime: due) }

  private var due: Duration? { line.deadline ?? line.retry }

  var subscription: Subscription? { line.request }

  /// When listening begins again.
  var retry: Duration? { line.retry }

  /// Takes an event, and says what is to be done.
  mutating func handle(_ event: Event, at instant: ContinuousClock.Instant) -> [Effect] {
    let shown = state
    now = instant.referenceTime
    defer { effects = [] }
    react(to: event)
    followList(after: event)
    let read = mark ?? (configuration.firstRun == .show ? ReadMark.nothing : nil)
    state.isShown = if let read, let newest { read < .upTo(newest) } else { false }
    if state != shown {
      effects.append(.show(state))
    }
    return effects
  }

  private mutating func react(to event: Event) {
    switch event {
    case .lifecycle(let lifecycle): follow(lifecycle)
    case .loaded(let stored, let account):
      // Another process may have raised it, but none has lowered it.
      if account == state.account, let stored { mark = max(mark ?? stored, stored) }
    case .snapshot(let number, let cursors):
      guard line.isUnderWay(number) else { return }
      line.recordGoodSign(at: now)
      state.failure = nil
      state.isKnown = true
      newest = cursors.max()
    case .ended(let number, let failure): end(number, failure)
    case .read(let cursor): raise(to: (cursor ?? newest).map(ReadMark.upTo))
    case .set(let newMark):
      guard let account = state.account else { return }
      mark = newMark
      effects.append(.replace(newMark, account))
    case .forget(let account):
      if account == state.account {
        change(to: nil)
      }
      line.forgetWish(for: account)
      effects.append(.replace(nil, account))
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
    if isReturn || isOther, let account = state.account {
      effects.append(.load(account))
    }
  }

  private mutating func change(to account: AccountID?) {
    stopListening(line.forget())
    state = BadgeDotState()
    state.account = account
    mark = nil
    newest = nil
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
    if mark == nil, state.isKnown, configuration.firstRun == .baselineAsRead,
      let account = state.account
    {
      if case .loaded = event {
        raise(to: newest.map(ReadMark.upTo) ?? .nothing)
      } else {
        effects.append(.load(account))
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
    effects.append(.save(newMark, account))
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
    stopListening(subscription)
    let words = "no list within \(configuration.listTimeout)"
    end(subscription.number, SourceFailure(message: words))
  }

  private mutating func end(_ number: Subscription.Number, _ failure: SourceFailure) {
    guard line.isUnderWay(number) else { return }
    state.failure = failure.message
    _ = line.fail(failure, at: now)
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
