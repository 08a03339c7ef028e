import PushHub
import PushHubNetworking

/// Decides when the unread count is asked for, and what an answer means.
///
/// The random part of delays comes from a generator of its own, so that a copy draws the same.
struct UnreadSyncCore: FeatureCore {
  enum Event {
    case began(LifecycleState)
    case detached
    case lifecycle(LifecycleEvent)
    case push(id: String, concernsCount: Bool)
    case delivery(Delivery)
    case backgroundRefresh(Delivery)
    case requested
    case deadline
    case answered(Request.Number, Result<UnreadReport, SourceFailure>)
  }

  enum Effect: Equatable {
    case start(Request)
    case cancel(Request.Number)
    case show(UnreadState)
    case report(SourceFailure, retryIn: Duration?)
    case release(Delivery, FetchResult)
  }

  struct Request: Equatable {
    typealias Number = Int

    let number: Number
    let account: AccountID
    let reason: UnreadSyncReason

    /// When it has failed if there is no answer.
    let deadline: ContinuousClock.Instant
  }

  /// Names a delivery of a push that wants to wait for the request that the push caused.
  typealias Delivery = Int

  static var deadline: Event { .deadline }

  let configuration: UnreadSync.Configuration
  private var line: RequestLine

  private(set) var state = UnreadState()
  private(set) var account: AccountID?
  private(set) var request: Request?
  private(set) var isForeground = false
  private var visiblePages: Set<PageID> = []
  private var appearedPages: Set<PageID> = []

  /// When the user last left the tracked pages.
  private var leftPages: ContinuousClock.Instant?
  private(set) var latestSync: ContinuousClock.Instant?
  private(set) var pushIsWaiting = false

  /// Whether the server has refused for good since its last count; a lost connection undoes nothing.
  private(set) var isRefused = false
  private(set) var spreadPush: ContinuousClock.Instant?
  var deliveries = UnreadDeliveries()

  init(configuration: UnreadSync.Configuration, generator: any RandomNumberGenerator) {
    self.configuration = configuration
    line = RequestLine(
      timeout: configuration.requestTimeout,
      backoff: Backoff(
        first: configuration.longestFirstRetry,
        longest: configuration.longestRetry
      ),
      generator: generator
    )
  }
}

// MARK: - Events

extension UnreadSyncCore {
  /// Takes an event, and says what is to be done.
  mutating func handle(
    _ event: Event,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    let effects =
      switch event {
      case .began(let state): begin(with: state, at: now)
      case .detached: detach(at: now)
      case .lifecycle(let event): handle(event, at: now)
      case .push(let id, let concernsCount): concernsCount ? notePush(id, at: now) : []
      case .delivery(let delivery): hold(delivery)
      case .backgroundRefresh(let delivery): refresh(at: now) + hold(delivery)
      case .requested: sync(.request, at: now)
      case .deadline: meetDeadline(at: now)
      case .answered(let number, let result): accept(result, of: number, at: now)
      }
    return effects + releaseDeliveries(at: now)
  }

  /// When the core wants to hear ``Event/deadline``, if nothing happens before.
  var nextDeadline: ContinuousClock.Instant? { request?.deadline ?? nextBeginning }

  /// When a request begins by itself, if nothing happens before.
  var nextBeginning: ContinuousClock.Instant? {
    guard account != nil, request == nil else { return nil }
    return [spreadPush, isForeground ? retry : nil, staleAt].compactMap { $0 }.min()
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
    guard !line.isQuiet(for: account, at: now) else {
      line.setRetry(at: quietUntil)
      return []
    }
    guard !isOnPage, configuration.spread > .zero else { return sync(.push, at: now) }
    let instant = now + configuration.delay(ofPush: id)
    spreadPush = spreadPush.map { min($0, instant) } ?? instant
    return []
  }

  /// Asks as a push would, but at once: the system has spread the devices already.
  private mutating func refresh(at now: ContinuousClock.Instant) -> [Effect] {
    guard let account, !line.isQuiet(for: account, at: now) else { return [] }
    return sync(.background, at: now)
  }

  private mutating func meetDeadline(
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    if let request {
      return request.deadline <= now ? giveUp(request, at: now) : []
    }
    if let spreadPush, spreadPush <= now { return sync(.push, at: now) }
    if isForeground, let retry, retry <= now { return sync(.retry, at: now) }
    if let staleAt, staleAt <= now { return sync(.interval, at: now) }
    return []
  }
}

// MARK: - Presence

extension UnreadSyncCore {
  /// When a failed request is tried again, in the foreground.
  var retry: ContinuousClock.Instant? { line.retry }

  /// How many requests there were.
  var requestCount: Int { line.requestCount }

  /// Whether the user is looking at a tracked page.
  var isOnPage: Bool { isForeground && !visiblePages.isEmpty }

  /// When the count that the user is looking at is an interval old; a retry takes its place.
  private var staleAt: ContinuousClock.Instant? {
    guard isOnPage, request == nil, retry == nil, !isRefused else { return nil }
    return latestSync.map { $0 + configuration.interval }
  }

  /// Until when the server wants, or wanted, to be left alone by the account.
  var quietUntil: ContinuousClock.Instant? { line.quietUntil(for: account) }

  private mutating func notePresence(
    wasOnPage: Bool,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    guard isOnPage else {
      if wasOnPage {
        leftPages = now
      }
      return meetDeadline(at: now)
    }
    let away = wasOnPage ? nil : leftPages.map { now - $0 }
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
    leaving: UnreadState? = nil,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    guard newAccount != account else { return leaving.map { show($0) } ?? [] }
    let effects = line.forget().map { [Effect.cancel($0.number)] } ?? []
    account = newAccount
    request = nil
    pushIsWaiting = false
    spreadPush = nil
    isRefused = false
    latestSync = nil
    deliveries.noteAccount(after: requestCount)
    appearedPages = isOnPage && account != nil ? visiblePages : []
    var newState = UnreadState()
    newState.isKnown = newAccount == nil
    return effects + show(leaving ?? newState)
      + (appearedPages.isEmpty ? [] : sync(.account, at: now))
  }

  /// Knows nothing any more, for another clock may count from here on.
  private mutating func detach(at now: ContinuousClock.Instant) -> [Effect] {
    let effects = change(to: nil, leaving: UnreadState(), at: now)
    line.forgetWishes()
    return effects
  }
}

// MARK: - Requests

extension UnreadSyncCore {
  /// Begins a request, unless one is under way that will answer, or nobody is signed in.
  private mutating func sync(
    _ reason: UnreadSyncReason,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    guard let account, request == nil else { return [] }
    spreadPush = nil
    latestSync = now
    let next = Request(
      number: line.begin(for: account, at: now).number,
      account: account,
      reason: reason,
      deadline: now + configuration.requestTimeout
    )
    request = next
    return [.start(next)]
  }

  private mutating func giveUp(
    _ request: Request,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    let failure = SourceFailure(message: "no answer within \(configuration.requestTimeout)")
    return [.cancel(request.number)]
      + accept(.failure(failure), of: request.number, at: now)
  }

  private mutating func accept(
    _ result: Result<UnreadReport, SourceFailure>,
    of number: Request.Number,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    guard request?.number == number else { return [] }
    request = nil
    let effects =
      switch result {
      case .success(let report): succeed(with: report)
      case .failure(let failure): fail(with: failure, at: now)
      }
    guard pushIsWaiting else { return effects + meetDeadline(at: now) }
    pushIsWaiting = false
    return effects + sync(.push, at: now)
  }

  private mutating func succeed(with report: UnreadReport) -> [Effect] {
    line.succeed()
    isRefused = false
    var newState = UnreadState()
    newState.count = report.count
    newState.isKnown = true
    let isNews = newState.count != state.count || !state.isKnown
    deliveries.noteEnd(of: requestCount, isNews ? .newData : .noData)
    return show(newState)
  }

  private mutating func fail(
    with failure: SourceFailure,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    deliveries.noteEnd(of: requestCount, .failed)
    var delay = line.fail(failure, at: now)
    isRefused = isRefused || failure.isFinal
    if pushIsWaiting {
      let rest = line.quietRemainder(for: account, at: now)
      delay = rest > .zero ? rest : nil
      pushIsWaiting = delay == nil
    } else if isRefused {
      delay = nil
    }
    line.setRetry(at: delay.map { now + $0 })
    var newState = state
    newState.isStale = true
    return show(newState) + [.report(failure, retryIn: isForeground ? delay : nil)]
  }

  private mutating func show(_ newState: UnreadState) -> [Effect] {
    guard newState != state else { return [] }
    state = newState
    return [.show(newState)]
  }
}
