import PushHub
import PushHubNetworking

/// Decides when the unread count is asked for, and what an answer means.
///
/// The random part of delays comes from a generator of its own, so that a copy draws the same. Times are
/// durations since the layout of an instant is known at run time only, which makes what contains one
/// several times slower.
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
  }

  /// Names a delivery of a push that wants to wait for the request that the push caused.
  typealias Delivery = Int

  static var deadline: Event { .deadline }

  let configuration: UnreadSync.Configuration
  private var line: RequestLine

  private(set) var state = UnreadState()
  private(set) var account: AccountID?
  private(set) var request: Request?
  private(set) var pushIsWaiting = false

  /// Whether the server has refused for good since its last count; a lost connection undoes nothing.
  private(set) var isRefused = false

  private(set) var isForeground = false
  private var visiblePages: Set<PageID> = []
  private var appearedPages: Set<PageID> = []

  /// When the user last left the tracked pages.
  private var leftPages: Duration?
  private var lastSync: Duration?
  private var spreadPush: Duration?

  /// The deliveries that wait, each with the request that answers its push.
  private var waiting: [(delivery: Delivery, request: Request.Number)] = []
  private var lastResult = FetchResult.noData

  /// Of the event that is being handled: when it came, and what is to be done.
  private var now = Duration.zero
  private var effects: [Effect] = []

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
  mutating func handle(_ event: Event, at instant: ContinuousClock.Instant) -> [Effect] {
    now = instant.referenceTime
    defer { effects = [] }
    switch event {
    case .began(let state):
      isForeground = state.isForeground
      visiblePages = configuration.trackedPages.intersection(state.visiblePages)
      change(to: state.account)
    case .detached:
      change(to: nil, isKnown: false)
      show(UnreadState())
      line.forgetWishes()
    case .lifecycle(let event): handle(event)
    case .push(let id, concernsCount: true): handlePush(id)
    case .push: break
    case .delivery(let delivery): hold(delivery)
    case .backgroundRefresh(let delivery):
      if !line.isQuiet(for: account, at: instant) {
        sync(.background)
      }
      hold(delivery)
    case .requested: sync(.request)
    case .deadline: meetDeadline()
    case .answered(let number, let result): handle(result, of: number)
    }
    releaseDeliveries()
    return effects
  }

  private var instant: ContinuousClock.Instant { .init(referenceTime: now) }

  private mutating func handle(_ event: LifecycleEvent) {
    let wasOnPage = isOnPage
    switch event {
    case .phaseChanged(let phase): isForeground = phase.isForeground
    case .pageAppeared(let page):
      guard configuration.trackedPages.contains(page) else { return }
      visiblePages.insert(page)
    case .pageDisappeared(let page): visiblePages.remove(page)
    case .accountChanged(let account): return change(to: account)
    case .overlayAdded, .overlayRemoved, .screenshotTaken: return
    }
    handlePresence(wasOnPage: wasOnPage)
  }

  private mutating func handlePush(_ id: String) {
    guard account != nil else { return }
    if request != nil {
      pushIsWaiting = true
    } else if line.isQuiet(for: account, at: instant) {
      line.setRetry(at: line.quietUntil(for: account))
    } else if isOnPage || configuration.spread == .zero {
      sync(.push)
    } else {
      let time = now + configuration.delay(ofPush: id)
      spreadPush = min(spreadPush ?? time, time)
    }
  }

  private mutating func handlePresence(wasOnPage: Bool) {
    guard isOnPage else {
      leftPages = wasOnPage ? now : leftPages
      return meetDeadline()
    }
    guard account != nil else { return }
    let isFirstAppearance = !visiblePages.isSubset(of: appearedPages)
    appearedPages.formUnion(visiblePages)
    if isFirstAppearance {
      sync(.firstAppearance)
    } else if !wasOnPage, let leftPages, now - leftPages > configuration.interval {
      sync(.return)
    } else if !wasOnPage, spreadPush != nil {
      sync(.push)
    } else {
      meetDeadline()
    }
  }

  private mutating func change(to newAccount: AccountID?, isKnown: Bool = true) {
    guard newAccount != account else { return }
    if let former = line.forget() {
      effects.append(.cancel(former.number))
    }
    account = newAccount
    request = nil
    pushIsWaiting = false
    spreadPush = nil
    isRefused = false
    lastSync = nil
    lastResult = .noData
    for index in waiting.indices {
      waiting[index].request = 0
    }
    appearedPages = isOnPage && account != nil ? visiblePages : []
    var newState = UnreadState()
    newState.isKnown = isKnown && newAccount == nil
    show(newState)
    if !appearedPages.isEmpty {
      sync(.account)
    }
  }
}

// MARK: - What is to come

extension UnreadSyncCore {
  /// When the core wants to hear ``Event/deadline``, if nothing happens before.
  var nextDeadline: ContinuousClock.Instant? { line.deadline ?? next?.instant }

  /// Whether the user is looking at a tracked page.
  var isOnPage: Bool { isForeground && !visiblePages.isEmpty }

  var latestSync: ContinuousClock.Instant? { lastSync.map { .init(referenceTime: $0) } }

  /// The request that begins by itself, if nothing happens before; a retry takes the interval's place.
  var next: UnreadSyncOutlook.Plan? {
    guard account != nil, request == nil else { return nil }
    let retry = line.retry?.referenceTime
    let own = isForeground ? retry ?? staleAt : nil
    guard let time = spreadPush.map({ min($0, own ?? $0) }) ?? own else { return nil }
    let isPush = time == spreadPush
    let instant = ContinuousClock.Instant(referenceTime: time)
    return UnreadSyncOutlook.Plan(
      instant: instant,
      reason: isPush ? .push : retry == nil ? .interval : .retry,
      isHeldBack: !isPush && line.quietUntil(for: account) == instant
    )
  }

  /// When the count that the user is looking at is an interval old.
  private var staleAt: Duration? {
    isOnPage && !isRefused ? lastSync.map { $0 + configuration.interval } : nil
  }

  private mutating func meetDeadline() {
    if let request {
      guard let deadline = line.deadline, deadline <= instant else { return }
      effects.append(.cancel(request.number))
      let words = "no answer within \(configuration.requestTimeout)"
      handle(.failure(SourceFailure(message: words)), of: request.number)
    } else if let next, next.instant <= instant {
      sync(next.reason)
    }
  }
}

// MARK: - Requests

extension UnreadSyncCore {
  /// Begins a request, unless one is under way that will answer, or nobody is signed in.
  private mutating func sync(_ reason: UnreadSyncReason) {
    guard let account, request == nil else { return }
    spreadPush = nil
    lastSync = now
    let number = line.begin(for: account, at: instant).number
    let next = Request(number: number, account: account, reason: reason)
    request = next
    effects.append(.start(next))
  }

  private mutating func handle(
    _ result: Result<UnreadReport, SourceFailure>,
    of number: Request.Number
  ) {
    guard request?.number == number else { return }
    request = nil
    switch result {
    case .success(let report): succeed(with: report)
    case .failure(let failure): fail(with: failure)
    }
    guard pushIsWaiting else { return meetDeadline() }
    pushIsWaiting = false
    sync(.push)
  }

  private mutating func succeed(with report: UnreadReport) {
    line.succeed()
    isRefused = false
    lastResult = report.count != state.count || !state.isKnown ? .newData : .noData
    var newState = UnreadState()
    newState.count = report.count
    newState.isKnown = true
    show(newState)
  }

  private mutating func fail(with failure: SourceFailure) {
    lastResult = .failed
    var delay = line.fail(failure, at: instant)
    isRefused = isRefused || failure.isFinal
    if pushIsWaiting {
      let rest = line.quietRemainder(for: account, at: instant)
      delay = rest > .zero ? rest : nil
      pushIsWaiting = delay == nil
    } else if isRefused {
      delay = nil
    }
    line.setRetry(at: delay.map { instant + $0 })
    var newState = state
    newState.isStale = true
    show(newState)
    effects.append(.report(failure, retryIn: isForeground ? delay : nil))
  }

  private mutating func show(_ newState: UnreadState) {
    guard newState != state else { return }
    state = newState
    effects.append(.show(newState))
  }
}

// MARK: - Deliveries

extension UnreadSyncCore {
  /// Lets a delivery wait for the request that answers all pushes so far.
  ///
  /// That is the one under way, unless a push came during it, or else the next, if one is to come.
  private mutating func hold(_ delivery: Delivery) {
    let isToCome = request == nil ? spreadPush != nil || line.retry != nil : pushIsWaiting
    waiting.append((delivery, isToCome ? line.requestCount + 1 : line.requestCount))
  }

  /// Lets deliveries go whose request has ended, or does not begin soon.
  private mutating func releaseDeliveries() {
    guard !waiting.isEmpty else { return }
    let isSoon = next.map { $0.instant - instant <= configuration.longestHold } ?? false
    let waitsForMore = request != nil || isSoon
    let latestEnd = request == nil ? line.requestCount : line.requestCount - 1
    let unasked = spreadPush == nil && lastResult == .failed ? FetchResult.failed : .noData
    for (delivery, number) in waiting where number <= latestEnd || !waitsForMore {
      effects.append(.release(delivery, number <= latestEnd ? lastResult : unasked))
    }
    waiting.removeAll { $0.request <= latestEnd || !waitsForMore }
  }
}
