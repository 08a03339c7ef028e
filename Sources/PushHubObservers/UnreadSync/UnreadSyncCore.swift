import PushHub

/// Decides when the unread count is asked for, and what an answer means.
///
/// All state is in here, time comes in with each event, and what is to be done comes out as effects.
/// ``nextDeadline`` says when the core wants to be asked again.
struct UnreadSyncCore {
  enum Event {
    case began(LifecycleState)
    case lifecycle(LifecycleEvent)
    case push(id: String)
    case requested
    case deadline
    case answered(Request.Number, Result<UnreadReport, SourceFailure>)
  }

  enum Effect: Equatable {
    case start(Request)
    case cancel(Request.Number)
    case show(UnreadState)
    case report(SourceFailure, retryIn: Duration?)
  }

  struct Request: Equatable {
    typealias Number = Int

    let number: Number
    let account: AccountID
    let reason: UnreadSyncReason
  }

  let configuration: UnreadSync.Configuration

  private(set) var state = UnreadState()
  private(set) var account: AccountID?
  private(set) var request: Request?
  private(set) var isForeground = false
  private var visiblePages: Set<PageID> = []
  private var appearedPages: Set<PageID> = []
  private var leftPages: ContinuousClock.Instant?
  private(set) var latestSync: ContinuousClock.Instant?
  private var requestCount = 0
  private(set) var pushIsWaiting = false
  private(set) var spreadPush: ContinuousClock.Instant?
  private(set) var retry: ContinuousClock.Instant?
  private(set) var quietUntil: ContinuousClock.Instant?
  private var failureCount = 0
  private(set) var isRefused = false

  init(configuration: UnreadSync.Configuration) {
    self.configuration = configuration
  }
}

// MARK: - Events

extension UnreadSyncCore {
  /// Takes an event, and says what is to be done.
  mutating func handle(
    _ event: Event,
    at now: ContinuousClock.Instant,
    using generator: inout some RandomNumberGenerator
  ) -> [Effect] {
    switch event {
    case .began(let state): begin(with: state, at: now)
    case .lifecycle(let event): handle(event, at: now)
    case .push(let id): notePush(id, at: now)
    case .requested: sync(.request, at: now)
    case .deadline: meetDeadline(at: now)
    case .answered(let number, let result): accept(result, of: number, at: now, using: &generator)
    }
  }

  /// When the core wants to hear ``Event/deadline``, if nothing happens before.
  var nextDeadline: ContinuousClock.Instant? {
    guard account != nil else { return nil }
    return [spreadPush, retry, staleAt].compactMap { $0 }.min()
  }

  private mutating func begin(
    with state: LifecycleState,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    isForeground = state.isForeground
    visiblePages = configuration.trackedPages.intersection(state.visiblePages)
    return change(to: state.account, at: now)
  }

  private mutating func handle(
    _ event: LifecycleEvent,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    let wasOnPage = isOnPage
    switch event {
    case .phaseChanged(let phase):
      isForeground = phase.isForeground
      if !isForeground {
        retry = nil
      }
    case .pageAppeared(let page):
      guard configuration.trackedPages.contains(page) else { return [] }
      visiblePages.insert(page)
    case .pageDisappeared(let page):
      visiblePages.remove(page)
    case .accountChanged(let account):
      return change(to: account, at: now)
    case .overlayAdded, .overlayRemoved, .screenshotTaken:
      return []
    }
    return notePresence(wasOnPage: wasOnPage, at: now)
  }

  private mutating func notePush(_ id: String, at now: ContinuousClock.Instant) -> [Effect] {
    guard account != nil else { return [] }
    guard request == nil else {
      pushIsWaiting = true
      return []
    }
    guard !isOnPage, configuration.spread > .zero else { return sync(.push, at: now) }
    let instant = now + configuration.delay(ofPush: id)
    spreadPush = spreadPush.map { min($0, instant) } ?? instant
    return []
  }

  private mutating func meetDeadline(at now: ContinuousClock.Instant) -> [Effect] {
    if let spreadPush, spreadPush <= now { return sync(.push, at: now) }
    if let retry, retry <= now { return sync(.retry, at: now) }
    if let staleAt, staleAt <= now { return sync(.interval, at: now) }
    return []
  }
}

// MARK: - Presence

extension UnreadSyncCore {
  /// Whether the user is looking at a tracked page.
  var isOnPage: Bool { isForeground && !visiblePages.isEmpty }

  /// When the count that the user is looking at is an interval old, and the server may be asked.
  private var staleAt: ContinuousClock.Instant? {
    guard isOnPage, request == nil, !isRefused, let latestSync else { return nil }
    let instant = latestSync + configuration.interval
    return quietUntil.map { max($0, instant) } ?? instant
  }

  private mutating func notePresence(
    wasOnPage: Bool,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    guard isOnPage else {
      if wasOnPage {
        leftPages = now
      }
      return []
    }
    let away = wasOnPage ? nil : leftPages.map { now - $0 }
    leftPages = nil
    guard account != nil else { return [] }
    let isFirstAppearance = !visiblePages.isSubset(of: appearedPages)
    appearedPages.formUnion(visiblePages)
    if isFirstAppearance { return sync(.firstAppearance, at: now) }
    if let away, away > configuration.interval { return sync(.return, at: now) }
    if !wasOnPage, spreadPush != nil { return sync(.push, at: now) }
    return meetDeadline(at: now)
  }

  private mutating func change(
    to newAccount: AccountID?,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    guard newAccount != account else { return [] }
    let effects = request.map { [Effect.cancel($0.number)] } ?? []
    account = newAccount
    request = nil
    pushIsWaiting = false
    spreadPush = nil
    retry = nil
    quietUntil = nil
    failureCount = 0
    isRefused = false
    latestSync = nil
    appearedPages = isOnPage && account != nil ? visiblePages : []
    return effects + show(UnreadState()) + (appearedPages.isEmpty ? [] : sync(.account, at: now))
  }
}

// MARK: - Requests

extension UnreadSyncCore {
  private var backoff: Backoff {
    Backoff(first: configuration.firstRetry, longest: configuration.longestRetry)
  }

  /// Begins a request, unless one is under way that will answer, or nobody is signed in.
  private mutating func sync(
    _ reason: UnreadSyncReason,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    guard let account, request == nil else { return [] }
    spreadPush = nil
    retry = nil
    quietUntil = nil
    latestSync = now
    requestCount += 1
    let next = Request(number: requestCount, account: account, reason: reason)
    request = next
    return [.start(next)]
  }

  private mutating func accept(
    _ result: Result<UnreadReport, SourceFailure>,
    of number: Request.Number,
    at now: ContinuousClock.Instant,
    using generator: inout some RandomNumberGenerator
  ) -> [Effect] {
    guard request?.number == number else { return [] }
    request = nil
    let effects =
      switch result {
      case .success(let report): succeed(with: report)
      case .failure(let failure): fail(with: failure, at: now, using: &generator)
      }
    guard pushIsWaiting else { return effects + meetDeadline(at: now) }
    pushIsWaiting = false
    return effects + sync(.push, at: now)
  }

  private mutating func succeed(with report: UnreadReport) -> [Effect] {
    failureCount = 0
    isRefused = false
    var newState = UnreadState()
    newState.count = report.count
    newState.isKnown = true
    return show(newState)
  }

  private mutating func fail(
    with failure: SourceFailure,
    at now: ContinuousClock.Instant,
    using generator: inout some RandomNumberGenerator
  ) -> [Effect] {
    failureCount += 1
    isRefused = isRefused || failure.isFinal
    quietUntil = failure.retryAfter.map { now + $0 }
    var newState = state
    newState.isStale = true
    let mayRetry = isForeground && !isRefused && !pushIsWaiting
    let delay =
      mayRetry
      ? failure.retryAfter ?? backoff.delay(afterFailures: failureCount, using: &generator) : nil
    retry = delay.map { now + $0 }
    return show(newState) + [.report(failure, retryIn: delay)]
  }

  private mutating func show(_ newState: UnreadState) -> [Effect] {
    guard newState != state else { return [] }
    state = newState
    return [.show(newState)]
  }
}
