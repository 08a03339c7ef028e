import PushHub
import PushHubNetworking

/// Decides when the unread count is asked for, and what an answer means.
///
/// The random part of delays comes from a generator of its own, so that a copy draws the same.
struct UnreadSyncCore: FeatureCore {
  enum Event {
    /// What is true of the app, at the beginning and after each change.
    case lifecycle(LifecycleState)
    case detached

    /// A push that concerns the count.
    case push
    case delivery(Delivery)
    case backgroundRefresh(Delivery)
    case requested
    case deadline
    case answered(Request.Number, Result<Int, SourceFailure>)
  }

  enum Effect: Equatable {
    case start(Request, UnreadSyncReason)
    case cancel(Request.Number)
    case show(UnreadState)
    case report(SourceFailure, retryIn: Duration?)
    case skip(UnreadSyncObstacle)
    case release(Delivery, FetchResult)
  }

  typealias Request = RequestLine.Request

  /// Names the delivery of a push that waits for the request that the push causes.
  typealias Delivery = Int

  static var deadline: Event { .deadline }

  /// How far off a request may be for a delivery to wait for it.
  private static let longestHold = Duration.seconds(10)

  private let configuration: UnreadSync.Configuration
  private var line: RequestLine
  private var generator: any RandomNumberGenerator

  private(set) var state = UnreadState()
  private(set) var account: AccountID?

  /// Whether a push came during the request, so that another one follows.
  private var pushIsWaiting = false

  /// Whether the server has refused for good since its last count; a lost connection undoes nothing.
  private var isRefused = false

  private var isForeground = false
  private var visiblePages: Set<PageID> = []
  private var appearedPages: Set<PageID> = []

  /// When the user last left the tracked pages.
  private var leftPages: Duration?

  /// When the latest request for this account began.
  private(set) var lastSync: Duration?

  /// When a push is asked for that nobody looks at.
  private var spreadPush: Duration?

  /// The deliveries that wait, and what those are told that don't have to.
  private var deliveries: [Delivery] = []
  private var lastResult = FetchResult.noData

  /// Of the event that is being handled: when it came, and what is to be done.
  private var now = Duration.zero
  private var effects: [Effect] = []

  init(configuration: UnreadSync.Configuration, generator: any RandomNumberGenerator) {
    self.configuration = configuration
    self.generator = generator
    line = RequestLine(
      timeout: configuration.requestTimeout,
      backoff: Backoff(first: .seconds(1), longest: .seconds(60)),
      generator: generator
    )
  }
}

// MARK: - Events

extension UnreadSyncCore {
  mutating func handle(_ event: Event, at instant: ContinuousClock.Instant) -> [Effect] {
    now = instant.referenceTime
    defer { effects = [] }
    var mayAsk = false
    switch event {
    case .lifecycle(let state): mayAsk = follow(state)
    case .detached:
      change(to: nil, isKnown: false)
      show(UnreadState())
      line.forgetWishes()
    case .push:
      mayAsk = true
      handlePush()
    case .delivery(let delivery): deliveries.append(delivery)
    case .backgroundRefresh(let delivery):
      mayAsk = true
      deliveries.append(delivery)
      if !line.isQuiet(for: account, at: now) {
        sync(.background)
      }
    case .requested:
      mayAsk = true
      sync(.request)
    case .deadline: meetDeadline()
    case .answered(let number, let result): handle(result, of: number)
    }
    let isSoon = spreadPush.map { $0 - now <= Self.longestHold } ?? false
    if request == nil, !isSoon {
      release(lastResult)
    }
    let asks = effects.contains { if case .start = $0 { true } else { false } }
    if mayAsk, !asks, let obstacle = reasonForNoRequest {
      effects.append(.skip(obstacle))
    }
    return effects
  }

  /// - Returns: Whether this is something that may bring a request.
  private mutating func follow(_ new: LifecycleState) -> Bool {
    let (wasOnPage, wasForeground, formerPages) = (isOnPage, isForeground, visiblePages)
    isForeground = new.isForeground
    visiblePages = configuration.trackedPages.intersection(new.visiblePages)
    let mayAsk =
      new.account != account || isForeground && !wasForeground
      || !visiblePages.isSubset(of: formerPages)
    if wasOnPage, !isOnPage {
      leftPages = now
    }
    if new.account != account {
      change(to: new.account)
    } else if isOnPage, !visiblePages.isSubset(of: appearedPages) {
      appearedPages.formUnion(visiblePages)
      sync(.firstAppearance)
    } else if isOnPage, !wasOnPage, let leftPages, now - leftPages > configuration.interval {
      sync(.return)
    } else if isOnPage, !wasOnPage, spreadPush != nil {
      sync(.push)
    } else {
      meetDeadline()
    }
    return mayAsk
  }

  private mutating func handlePush() {
    guard account != nil else { return }
    if request != nil {
      pushIsWaiting = true
    } else if line.isQuiet(for: account, at: now) {
      line.retry = line.quietUntil(for: account)
    } else if isOnPage || configuration.spread == .zero {
      sync(.push)
    } else {
      let delay = configuration.spread * Double.random(in: 0..<1, using: &generator)
      spreadPush = spreadPush ?? now + delay
      lastResult = .noData
    }
  }

  private mutating func change(to newAccount: AccountID?, isKnown: Bool = true) {
    guard newAccount != account else { return }
    if let former = line.forget() {
      effects.append(.cancel(former.number))
    }
    release(.noData)
    account = newAccount
    pushIsWaiting = false
    spreadPush = nil
    isRefused = false
    lastSync = nil
    lastResult = .noData
    var newState = UnreadState()
    newState.isKnown = isKnown && newAccount == nil
    show(newState)
    appearedPages = isOnPage ? visiblePages : []
    if isOnPage {
      sync(.account)
    }
  }

  /// Lets deliveries go.
  private mutating func release(_ result: FetchResult) {
    effects += deliveries.map { .release($0, result) }
    deliveries = []
  }
}

// MARK: - What is to come

extension UnreadSyncCore {
  /// When the core wants to hear ``Event/deadline``, if nothing happens before.
  var nextDeadline: ContinuousClock.Instant? { .init(referenceTime: line.deadline ?? next?.time) }

  /// The request under way.
  var request: Request? { line.request }

  /// Whether the user is looking at a tracked page.
  private var isOnPage: Bool { isForeground && !visiblePages.isEmpty }

  /// The request that begins by itself, if nothing happens before; a retry takes the interval's place.
  var next: (time: Duration, reason: UnreadSyncReason)? {
    guard account != nil, request == nil else { return nil }
    var plans: [(time: Duration, reason: UnreadSyncReason)] = []
    if let spreadPush {
      plans.append((spreadPush, .push))
    }
    if isForeground, let retry = line.retry {
      plans.append((retry, .retry))
    } else if isOnPage, !isRefused, let lastSync {
      plans.append((lastSync + configuration.interval, .interval))
    }
    return plans.min { $0.time < $1.time }
  }

  /// Why nothing is asked now.
  private var reasonForNoRequest: UnreadSyncObstacle? {
    if account == nil { return .signedOut }
    if request != nil { return pushIsWaiting ? .followUp : .underWay }
    if spreadPush != nil { return .spread }
    if line.isQuiet(for: account, at: now) { return .retryAfter }
    if visiblePages.isEmpty { return .noPage }
    if !isForeground { return .background }
    if isRefused { return .refused }
    if state.isStale { return .failed }
    return lastSync.map { .fresh(age: now - $0) }
  }

  private mutating func meetDeadline() {
    if let request {
      guard let deadline = line.deadline, deadline <= now else { return }
      effects.append(.cancel(request.number))
      let words = "no answer within \(configuration.requestTimeout)"
      handle(.failure(SourceFailure(message: words)), of: request.number)
    } else if let next, next.time <= now {
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
    effects.append(.start(line.begin(for: account, at: now), reason))
  }

  private mutating func handle(_ result: Result<Int, SourceFailure>, of number: Request.Number) {
    guard line.isUnderWay(number) else { return }
    switch result {
    case .success(let count): succeed(with: max(0, count))
    case .failure(let failure): fail(with: failure)
    }
    guard pushIsWaiting else { return meetDeadline() }
    pushIsWaiting = false
    sync(.push)
  }

  private mutating func succeed(with count: Int) {
    line.succeed()
    isRefused = false
    lastResult = count != state.count || !state.isKnown ? .newData : .noData
    var newState = UnreadState()
    newState.count = count
    newState.isKnown = true
    show(newState)
  }

  private mutating func fail(with failure: SourceFailure) {
    lastResult = .failed
    let retry = line.fail(failure, at: now)
    isRefused = isRefused || failure.isFinal
    var delay = isRefused ? nil : retry
    if pushIsWaiting {
      let rest = line.quietRemainder(for: account, at: now)
      delay = rest > .zero ? rest : nil
      pushIsWaiting = delay == nil
    }
    line.retry = delay.map { now + $0 }
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
