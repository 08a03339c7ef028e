package import PushHub

/// What an ``UnreadSync`` is doing and waiting for.
package struct UnreadSyncOutlook {
  /// A request that the sync will begin by itself, if nothing happens before.
  package struct Plan {
    package let instant: ContinuousClock.Instant
    package let reason: UnreadSyncReason

    /// Whether it would begin sooner, had the server not asked to be left alone for a while.
    package let isHeldBack: Bool
  }

  /// Why no request begins by itself; of several reasons the first in this order.
  package enum Obstacle: String {
    case account
    case request

    /// The server refused for good; a received push, a page or the app may ask again.
    case refusal
    case background
    case page
  }

  package let account: AccountID?

  /// Why the request that is under way began; `nil` if none is.
  package let request: UnreadSyncReason?

  /// Whether a push came during the request, so that another one follows.
  package let pushIsWaiting: Bool

  /// When the latest request for this account began.
  package let latestSync: ContinuousClock.Instant?
  package let next: Plan?

  /// Why no request begins by itself; `nil` if one does.
  package let obstacle: Obstacle?
}

extension UnreadSync {
  /// What the sync is doing and waiting for, now.
  package var outlook: UnreadSyncOutlook { driver.core.outlook }
}

extension UnreadSyncCore {
  var outlook: UnreadSyncOutlook {
    UnreadSyncOutlook(
      account: account,
      request: request?.reason,
      pushIsWaiting: pushIsWaiting,
      latestSync: latestSync,
      next: next,
      obstacle: next == nil ? obstacle : nil
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
