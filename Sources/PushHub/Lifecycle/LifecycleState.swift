/// What is true of the app at one moment.
public struct LifecycleState: Hashable, Sendable {
  /// How present the app is; in the background until it is told otherwise.
  public var phase: AppPhase

  /// The visible pages, in the order in which they appeared.
  public var visiblePages: [PageID]

  /// How many things cover the page.
  public var overlayCount: Int

  /// Who is signed in.
  public var account: AccountID?

  /// Describes a moment; by default that before anything was told.
  public init(
    phase: AppPhase = .background,
    visiblePages: [PageID] = [],
    overlayCount: Int = 0,
    account: AccountID? = nil
  ) {
    self.phase = phase
    self.visiblePages = visiblePages
    self.overlayCount = overlayCount
    self.account = account
  }
}

extension LifecycleState {
  /// Whether the app is on the screen.
  public var isForeground: Bool { phase.isForeground }

  /// Whether the user can be reading a page: visible, in an active scene, and covered by nothing.
  public func isLooking(at page: PageID) -> Bool {
    phase == .active && overlayCount == 0 && visiblePages.contains(page)
  }

  /// Makes an event true.
  ///
  /// - Returns: Whether anything changed. A screenshot changes no state, but always happens.
  mutating func apply(_ event: LifecycleEvent) -> Bool {
    switch event {
    case .phaseChanged(let newPhase):
      guard phase != newPhase else { return false }
      phase = newPhase
    case .pageAppeared(let page):
      guard !visiblePages.contains(page) else { return false }
      visiblePages.append(page)
    case .pageDisappeared(let page):
      guard let index = visiblePages.firstIndex(of: page) else { return false }
      visiblePages.remove(at: index)
    case .overlayAdded:
      overlayCount += 1
    case .overlayRemoved:
      guard overlayCount > 0 else { return false }
      overlayCount -= 1
    case .accountChanged(let newAccount):
      guard account != newAccount else { return false }
      account = newAccount
    case .screenshotTaken:
      break
    }
    return true
  }
}
