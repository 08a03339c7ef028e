public import PushHub

/// The decisions of an ``UnreadSync``: when the unread count is requested, and what an answer means.
public struct UnreadSyncCore: FeatureCore {
  /// The number of unread messages.
  public typealias Answer = Int

  /// The last count of an account.
  public typealias Stored = Int

  /// An event of the sync.
  public typealias Event = UnreadSyncEvent

  /// An action of the app.
  public enum Action: Codable, Sendable {
    /// It asks, as when the user pulls to refresh.
    case refresh
  }

  /// The key of the records.
  public static let name = "unread"

  /// One core for each account; only that of the account that is shown requests the count.
  public static let scope = FeatureScope.each

  /// The longest time until a request for which a delivery waits.
  private static let longestHold = Duration.seconds(10)

  let configuration: UnreadSync.Configuration

  /// The state that the app shows now.
  public private(set) var state = UnreadState()

  /// Whether a delivery waits for a request that is put off.
  public private(set) var isBusy = false

  /// Whether the server has refused for good since its last count; a lost connection undoes nothing.
  private var isRefused = false

  private var account: AccountID?
  private var isShown = false
  private var isForeground = false
  private var visiblePages: Set<PageID> = []
  private var appearedPages: Set<PageID> = []

  /// The time when the user last left the tracked pages.
  private var leftPages: ContinuousClock.Instant?

  /// The time when the latest request for this account began.
  private(set) var lastSync: ContinuousClock.Instant?

  /// The time of the request for a push that arrived while no page was visible.
  private var spreadPush: ContinuousClock.Instant?

  /// The numbers of the newest request, of the newest that has ended, and of the one under way.
  private var (wanted, ended) = (0, 0)
  private var asked: Int?
  private var reason = UnreadSyncReason.request

  init(configuration: UnreadSync.Configuration) {
    self.configuration = configuration
  }
}

// MARK: - What ought to be true

extension UnreadSyncCore {
  /// The last count of the account.
  public var stored: Int? { account != nil && state.isKnown ? state.count : nil }

  /// The time limit of a request.
  public var requestPolicy: RequestPolicy { RequestPolicy(timeout: configuration.requestTimeout) }

  /// The number of the request; a retry waits for the foreground.
  public var request: Int? {
    let mayBegin = isForeground || reason != .retry || asked != nil
    return wanted > ended && mayBegin ? wanted : nil
  }

  /// The time of the request for a push, or of the one after an interval; a retry takes its place.
  public var nextDeadline: ContinuousClock.Instant? {
    guard asked == nil else { return nil }
    let isPolling = isOnPage && !isRefused && wanted == ended
    let interval = isPolling ? lastSync.map { $0 + configuration.interval } : nil
    return [spreadPush, interval].compactMap(\.self).min()
  }

  /// Returns whether the count is another one, or known now.
  public func isNews(since old: UnreadState) -> Bool {
    state.isKnown && (state.count != old.count || !old.isKnown)
  }

  /// Returns the event of another count.
  public func event(since old: UnreadState) -> UnreadSyncEvent? {
    state.count == old.count ? nil : .count(count: state.count)
  }

  /// Returns the event of a request that has failed.
  public static func event(for event: KernelEvent) -> UnreadSyncEvent? {
    guard case .failed(let error, let delay) = event else { return nil }
    return .failed(error: error, retryIn: delay)
  }

  /// The reason of the request that begins by itself at a time.
  func reason(at time: ContinuousClock.Instant) -> UnreadSyncReason {
    spreadPush.map { $0 <= time } ?? false ? .push : wanted > ended ? reason : .interval
  }

  /// Whether the user is viewing a tracked page.
  private var isOnPage: Bool { isForeground && !visiblePages.isEmpty }
}

// MARK: - Inputs

extension UnreadSyncCore {
  /// Handles an input.
  public mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
    if case .begin(let count) = input { startOver(for: turn.account, with: count) }
    let wasShown = isShown
    isShown = turn.account == turn.lifecycle.account
    guard isShown else {
      if wasShown { startOver(for: account, with: stored) }
      if case .signedOut = input { state = UnreadState() }
      if case .begin(nil) = input, account != nil { turn.log(.skipped(.neverCounted)) }
      return
    }
    var mayAsk = false
    switch input {
    case .begin: mayAsk = follow(orSync: .account, in: &turn) || account != nil
    case .lifecycle(.accountChanged) where !wasShown:
      mayAsk = true
      _ = follow(orSync: .account, in: &turn)
      if account == nil { state.isKnown = turn.lifecycle.accounts == [] }
    case .lifecycle: mayAsk = follow(orSync: .firstAppearance, in: &turn)
    case .push(.received(let push)) where configuration.affectsCount(push):
      mayAsk = true
      handlePush(in: &turn)
    case .refresh:
      mayAsk = true
      if turn.pauseEnd == nil { sync(.background, in: &turn) }
    case .action(.refresh):
      mayAsk = true
      if !followUp(.request) { sync(.request, in: &turn) }
    case .asked(let number):
      (asked, lastSync, spreadPush) = (number, turn.now, nil)
      turn.log(.sync(reason: reason))
    case .answered(let number, let result): end(number, with: result, in: &turn)
    case .deadline:
      let reason = reason(at: turn.now)
      if reason == .push { spreadPush = nil }
      sync(reason, in: &turn)
    case .push, .progress, .signedOut, .merged: break
    }
    isBusy = spreadPush.map { $0 - turn.now <= Self.longestHold } ?? false
    if mayAsk, let obstacle = reasonForNoRequest(in: turn) { turn.log(.skipped(obstacle)) }
  }

  /// Asks nothing, with the last count as a stale one.
  private mutating func startOver(for account: AccountID?, with count: Int?) {
    self = Self(configuration: configuration)
    self.account = account
    if let count { (state.count, state.isStale, state.isKnown) = (count, true, true) }
  }

  /// - Returns: Whether this is something that may bring a request.
  private mutating func follow(
    orSync reason: UnreadSyncReason,
    in turn: inout FeatureTurn<Self>
  ) -> Bool {
    let (wasOnPage, wasForeground, formerPages) = (isOnPage, isForeground, visiblePages)
    isForeground = turn.lifecycle.isForeground
    visiblePages = configuration.trackedPages.intersection(turn.lifecycle.visiblePages)
    if wasOnPage, !isOnPage { leftPages = turn.now }
    if isOnPage, !visiblePages.isSubset(of: appearedPages) {
      appearedPages.formUnion(visiblePages)
      sync(reason, in: &turn)
    } else if isOnPage, !wasOnPage, let leftPages, turn.now - leftPages > configuration.interval {
      sync(.return, in: &turn)
    } else if isOnPage, !wasOnPage, spreadPush != nil {
      sync(.push, in: &turn)
    }
    return isForeground && !wasForeground || !visiblePages.isSubset(of: formerPages)
  }

  private mutating func handlePush(in turn: inout FeatureTurn<Self>) {
    guard account != nil, !followUp(.push) else { return }
    if turn.pauseEnd != nil {
      want(.retry, in: &turn)
    } else if isOnPage || configuration.spread == .zero {
      sync(.push, in: &turn)
    } else if spreadPush == nil {
      spreadPush = turn.now + turn.random(upTo: configuration.spread)
    }
  }

  /// Lets another request follow the one under way, which may have missed something.
  ///
  /// - Returns: Whether one is under way.
  private mutating func followUp(_ reason: UnreadSyncReason) -> Bool {
    guard let asked else { return false }
    // What the user asks for comes before what a push does.
    if wanted == asked || reason == .request { self.reason = reason }
    wanted = asked + 1
    return true
  }

  /// Asks now, unless a request is under way that will answer, or no account is signed in.
  private mutating func sync(_ reason: UnreadSyncReason, in turn: inout FeatureTurn<Self>) {
    guard account != nil, asked == nil else { return }
    want(reason, despiteRetryAfter: true, in: &turn)
  }

  private mutating func want(
    _ reason: UnreadSyncReason,
    despiteRetryAfter: Bool = false,
    in turn: inout FeatureTurn<Self>
  ) {
    wanted += 1
    self.reason = reason
    turn.retryNow(despiteRetryAfter: despiteRetryAfter)
  }

  private mutating func end(
    _ number: Int,
    with result: Result<Int, SourceFailure>,
    in turn: inout FeatureTurn<Self>
  ) {
    asked = nil
    switch result {
    case .success(let count):
      (ended, isRefused) = (number, false)
      (state.count, state.isKnown, state.isStale) = (count, true, false)
    case .failure(let failure):
      state.isStale = true
      isRefused = isRefused || failure.isPermanent
      if wanted > number {
        let isByHand = reason == .request
        if turn.pauseEnd != nil, !isByHand { reason = .retry }
        turn.retryNow(despiteRetryAfter: isByHand)
      } else if isRefused {
        ended = number
      } else {
        reason = .retry
      }
    }
  }

  /// Returns the reason why nothing is requested now.
  private func reasonForNoRequest(in turn: FeatureTurn<Self>) -> UnreadSyncObstacle? {
    if account == nil { return .signedOut }
    if let asked { return wanted > asked ? .followUp : .underWay }
    if spreadPush != nil { return .spread }
    if turn.pauseEnd != nil { return .retryAfter }
    if visiblePages.isEmpty { return .noPage }
    if !isForeground { return .background }
    if isRefused { return .refused }
    if state.isStale { return .failed }
    return lastSync.map { .fresh(age: turn.now - $0) }
  }
}
