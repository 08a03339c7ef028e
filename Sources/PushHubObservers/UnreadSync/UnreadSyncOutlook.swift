public import PushHub

/// What an ``UnreadSync`` is doing and waiting for; for debug menus and logs.
///
/// It is a moment's picture, and does not follow.
public struct UnreadSyncOutlook: Hashable, Sendable {
  /// A request that the sync will begin by itself, if nothing happens before.
  public struct Plan: Hashable, Sendable {
    /// When it begins.
    public let instant: ContinuousClock.Instant

    /// Why.
    public let reason: UnreadSyncReason

    /// Whether it would begin sooner, had the server not asked to be left alone for a while.
    public let isHeldBack: Bool
  }

  /// Why no request begins by itself; of several reasons the first in this order.
  public enum Obstacle: String, Hashable, Sendable, CaseIterable {
    /// Nobody is signed in.
    case account

    /// A request is under way; what comes next depends on its answer.
    case request

    /// The server refused for good; a received push, a page or the app may ask again.
    case refusal

    /// The app is in the background.
    case background

    /// No tracked page is visible.
    case page
  }

  /// Who is signed in.
  public let account: AccountID?

  /// Why the request that is under way began; `nil` if none is.
  public let request: UnreadSyncReason?

  /// Whether a push came during the request, so that another one follows.
  public let pushIsWaiting: Bool

  /// When the latest request for this account began.
  public let latestSync: ContinuousClock.Instant?

  /// The next request that begins by itself.
  public let next: Plan?

  /// Why none does; `nil` if one does.
  public let obstacle: Obstacle?
}

extension UnreadSync {
  /// What the sync is doing and waiting for, now.
  public var outlook: UnreadSyncOutlook { driver.core.outlook }
}

extension UnreadSyncCore {
  var outlook: UnreadSyncOutlook {
    UnreadSyncOutlook(
      account: account,
      request: request?.reason,
      pushIsWaiting: pushIsWaiting,
      latestSync: latestSync,
      next: nextBeginning.map(plan),
      obstacle: nextBeginning == nil ? obstacle : nil
    )
  }

  private func plan(at instant: ContinuousClock.Instant) -> UnreadSyncOutlook.Plan {
    let reason: UnreadSyncReason =
      spreadPush == instant ? .push : retry == instant ? .retry : .interval
    return UnreadSyncOutlook.Plan(
      instant: instant,
      reason: reason,
      isHeldBack: reason != .push && quietUntil == instant
    )
  }

  private var obstacle: UnreadSyncOutlook.Obstacle? {
    if account == nil { return .account }
    if request != nil { return .request }
    if isRefused { return .refusal }
    if !isForeground { return .background }
    return isOnPage ? nil : .page
  }
}
