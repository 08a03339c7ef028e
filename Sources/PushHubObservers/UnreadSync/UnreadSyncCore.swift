import PushHub
import PushHubNetworking

/// Decides when the unread count is requested, and what an answer means.
///
/// The random part of delays comes from a generator of its own, so that a copy draws the same.
struct UnreadSyncCore: ManualFeatureCore {
  typealias Event = UnreadSyncEvent

  enum Input {
    /// The app asks, as when the user pulls to refresh.
    case refresh
    case answered(Result<Int, SourceFailure>)
  }

  enum Effect: Equatable {
    case request(AccountID)
    case post(UnreadState)
  }

  /// The longest time until a request for which a delivery waits.
  private static let longestHold = Duration.seconds(10)

  private let configuration: UnreadSync.Configuration
  private(set) var queue: RequestQueue
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

  /// The time when the user last left the tracked pages.
  private var leftPages: ContinuousClock.Instant?

  /// The time when the latest request for this account began.
  private(set) var lastSync: ContinuousClock.Instant?

  /// The time of the request for a push that arrived while no page was visible.
  private var spreadPush: ContinuousClock.Instant?

  /// Whether work in the background waits for a request, and its result if there is none to wait for.
  private var isAwaited = false
  private var lastResult = FetchResult.noData

  init(configuration: UnreadSync.Configuration, generator: any RandomNumberGenerator) {
    self.configuration = configuration
    self.generator = generator
    queue = RequestQueue(timeout: configuration.requestTimeout, generator: generator)
  }
}

// MARK: - Events

extension UnreadSyncCore {
  mutating func handle(_ input: ManualFeatureInput<Self>, in turn: inout ManualFeatureTurn<Self>) {
    var mayAsk = false
    switch input {
    case .lifecycle(let state, _): mayAsk = follow(state, in: &turn)
    case .detached:
      change(to: nil, isKnown: false, in: &turn)
      show(UnreadState(), in: &turn)
      queue.endPauses()
    case .push(.received(let push)) where configuration.affectsCount(push):
      mayAsk = true
      handlePush(in: &turn)
    case .work(for: nil):
      mayAsk = true
      isAwaited = true
      if !queue.isPaused(for: account, at: turn.now) { sync(.background, in: &turn) }
    case .work: isAwaited = true
    case .own(.refresh):
      mayAsk = true
      sync(.request, in: &turn)
    case .own(.answered(let result)):
      let result = result.map { max(0, $0) }
      turn.record(UnreadAnswer(result: result, isAsked: true))
      handle(result, in: &turn)
    case .deadline: meetDeadline(in: &turn)
    case .push, .loaded, .saved: break
    }
    let isSoon = spreadPush.map { $0 - turn.now <= Self.longestHold } ?? false
    if isAwaited, !queue.isBusy, !isSoon { finishWork(lastResult, in: &turn) }
    let asks = turn.effects.contains { if case .own(.request) = $0 { true } else { false } }
    if mayAsk, !asks, let obstacle = reasonForNoRequest(at: turn.now) {
      turn.log(.skipped(obstacle))
    }
  }

  /// - Returns: Whether this is something that may bring a request.
  private mutating func follow(_ new: LifecycleState, in turn: inout ManualFeatureTurn<Self>)
    -> Bool
  {
    let (wasOnPage, wasForeground, formerPages) = (isOnPage, isForeground, visiblePages)
    isForeground = new.isForeground
    visiblePages = configuration.trackedPages.intersection(new.visiblePages)
    let mayAsk =
      new.account != account || isForeground && !wasForeground
      || !visiblePages.isSubset(of: formerPages)
    if wasOnPage, !isOnPage {
      leftPages = turn.now
    }
    if new.account != account {
      change(to: new.account, in: &turn)
    } else if isOnPage, !visiblePages.isSubset(of: appearedPages) {
      appearedPages.formUnion(visiblePages)
      sync(.firstAppearance, in: &turn)
    } else if isOnPage, !wasOnPage, let leftPages, turn.now - leftPages > configuration.interval {
      sync(.return, in: &turn)
    } else if isOnPage, !wasOnPage, spreadPush != nil {
      sync(.push, in: &turn)
    } else {
      meetDeadline(in: &turn)
    }
    return mayAsk
  }

  private mutating func handlePush(in turn: inout ManualFeatureTurn<Self>) {
    guard account != nil else { return }
    if queue.isBusy {
      pushIsWaiting = true
    } else if queue.isPaused(for: account, at: turn.now) {
      queue.retry = queue.pauseEnd(for: account)
    } else if isOnPage || configuration.spread == .zero {
      sync(.push, in: &turn)
    } else {
      let delay = configuration.spread * Double.random(in: 0..<1, using: &generator)
      spreadPush = spreadPush ?? turn.now + delay
      lastResult = .noData
    }
  }

  private mutating func change(
    to newAccount: AccountID?,
    isKnown: Bool = true,
    in turn: inout ManualFeatureTurn<Self>
  ) {
    guard newAccount != account else { return }
    if queue.reset() { turn.cancel() }
    if isAwaited { finishWork(.noData, in: &turn) }
    account = newAccount
    pushIsWaiting = false
    spreadPush = nil
    isRefused = false
    lastSync = nil
    lastResult = .noData
    var newState = UnreadState()
    newState.isKnown = isKnown && newAccount == nil
    show(newState, in: &turn)
    appearedPages = isOnPage ? visiblePages : []
    if isOnPage {
      sync(.account, in: &turn)
    }
  }

  private mutating func finishWork(_ result: FetchResult, in turn: inout ManualFeatureTurn<Self>) {
    isAwaited = false
    turn.finishWork(result)
  }
}

// MARK: - What is to come

extension UnreadSyncCore {
  /// The time when a request times out, or the next one begins.
  var nextDeadline: ContinuousClock.Instant? { queue.deadline ?? next?.time }

  /// Whether the user is viewing a tracked page.
  private var isOnPage: Bool { isForeground && !visiblePages.isEmpty }

  /// The request that begins by itself, if nothing happens before; a retry takes the interval's place.
  var next: (time: ContinuousClock.Instant, reason: UnreadSyncReason)? {
    guard account != nil, !queue.isBusy else { return nil }
    var plans: [(time: ContinuousClock.Instant, reason: UnreadSyncReason)] = []
    if let spreadPush {
      plans.append((spreadPush, .push))
    }
    if isForeground, let retry = queue.retry {
      plans.append((retry, .retry))
    } else if isOnPage, !isRefused, let lastSync {
      plans.append((lastSync + configuration.interval, .interval))
    }
    return plans.min { $0.time < $1.time }
  }

  /// Returns the reason why nothing is requested now.
  private func reasonForNoRequest(at now: ContinuousClock.Instant) -> UnreadSyncObstacle? {
    if account == nil { return .signedOut }
    if queue.isBusy { return pushIsWaiting ? .followUp : .underWay }
    if spreadPush != nil { return .spread }
    if queue.isPaused(for: account, at: now) { return .retryAfter }
    if visiblePages.isEmpty { return .noPage }
    if !isForeground { return .background }
    if isRefused { return .refused }
    if state.isStale { return .failed }
    return lastSync.map { .fresh(age: now - $0) }
  }

  private mutating func meetDeadline(in turn: inout ManualFeatureTurn<Self>) {
    if queue.hasTimedOut(at: turn.now) {
      turn.cancel()
      handle(.failure(queue.timeoutFailure), in: &turn)
    } else if let next, next.time <= turn.now {
      sync(next.reason, in: &turn)
    }
  }
}

// MARK: - Requests

extension UnreadSyncCore {
  /// Begins a request, unless one is under way that will answer, or no account is signed in.
  private mutating func sync(_ reason: UnreadSyncReason, in turn: inout ManualFeatureTurn<Self>) {
    guard let account, !queue.isBusy else { return }
    spreadPush = nil
    lastSync = turn.now
    queue.begin(for: account, at: turn.now)
    turn.log(.sync(reason: reason))
    turn.perform(.request(account))
  }

  private mutating func handle(
    _ result: Result<Int, SourceFailure>,
    in turn: inout ManualFeatureTurn<Self>
  ) {
    switch result {
    case .success(let count): succeed(with: count, in: &turn)
    case .failure(let failure): fail(with: failure, in: &turn)
    }
    guard pushIsWaiting else { return meetDeadline(in: &turn) }
    pushIsWaiting = false
    sync(.push, in: &turn)
  }

  private mutating func succeed(with count: Int, in turn: inout ManualFeatureTurn<Self>) {
    queue.succeed()
    isRefused = false
    lastResult = count != state.count || !state.isKnown ? .newData : .noData
    var newState = UnreadState()
    newState.count = count
    newState.isKnown = true
    show(newState, in: &turn)
  }

  private mutating func fail(with failure: SourceFailure, in turn: inout ManualFeatureTurn<Self>) {
    lastResult = .failed
    let retry = queue.fail(failure, at: turn.now)
    isRefused = isRefused || failure.isFinal
    var delay = isRefused ? nil : retry
    if pushIsWaiting {
      let pause = queue.pause(for: account, at: turn.now)
      delay = pause > .zero ? pause : nil
      pushIsWaiting = delay == nil
    }
    queue.retry = delay.map { turn.now + $0 }
    var newState = state
    newState.isStale = true
    show(newState, in: &turn)
    turn.log(.failed(error: failure.message, retryIn: isForeground ? delay : nil))
  }

  private mutating func show(_ newState: UnreadState, in turn: inout ManualFeatureTurn<Self>) {
    let countChanged = newState.count != state.count
    let isNews = countChanged || newState.isKnown && !state.isKnown
    state = newState
    if countChanged { turn.log(.count(count: newState.count)) }
    if isNews { turn.perform(.post(newState)) }
  }
}
