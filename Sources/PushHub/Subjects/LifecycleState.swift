/// The state of the app: its phase, visible pages, overlays and accounts.
///
/// Pages and overlays belong to scenes. In an app with one scene, all belong to ``SceneID/main``. The phase
/// of an app with several scenes is that of its most active scene. Its visible pages and overlays are those
/// of the scenes in the foreground, or of all scenes if none is in the foreground.
public struct LifecycleState: Equatable, Sendable {
  /// A page in a scene, or, without a page, an overlay.
  struct Place: Equatable {
    let page: PageID?
    let scene: SceneID
  }

  /// The account that is shown.
  ///
  /// Setting it is for an app with one account at a time: no other is signed in then.
  public var account: AccountID? {
    didSet { (accounts, hasOneAccount) = (account.map { [$0] } ?? [], true) }
  }

  /// The accounts that are signed in; `nil` until the app has set them, which is not the same as none.
  public private(set) var accounts: Set<AccountID>?

  /// Whether the app has one account at a time, so that a response for another one may sign it in.
  package private(set) var hasOneAccount = true

  /// Whether an account is not signed in, as far as the app has set the accounts.
  public func isSignedOut(_ account: AccountID) -> Bool {
    accounts.map { !$0.contains(account) } ?? false
  }

  /// The phases of the known scenes.
  var phases: [SceneID: AppPhase]

  private var pages: [Place] = []
  private var overlays: [SceneID] = []

  /// Creates the state of an app with one scene.
  public init(
    phase: AppPhase? = nil,
    visiblePages: [PageID] = [],
    overlayCount: Int = 0,
    account: AccountID? = nil
  ) {
    phases = phase.map { [.main: $0] } ?? [:]
    self.account = account
    accounts = account.map { [$0] }
    self.visiblePages = visiblePages
    self.overlayCount = overlayCount
  }
}

// MARK: - The app

extension LifecycleState {
  /// The phase of the most active scene; background without any.
  ///
  /// Setting it, the visible pages or the number of overlays changes the main scene.
  public var phase: AppPhase {
    get { AppPhase.allCases.first { phases.values.contains($0) } ?? .background }
    set { phases[.main] = newValue }
  }

  /// The visible pages, in the order in which they appeared.
  public var visiblePages: [PageID] {
    get {
      pages.filter { isShown($0.scene) }.reduce(into: []) { visible, place in
        if let page = place.page, !visible.contains(page) { visible.append(page) }
      }
    }
    set {
      pages.removeAll { $0.scene == .main }
      pages += newValue.map { Place(page: $0, scene: .main) }
    }
  }

  /// The number of overlays.
  public var overlayCount: Int {
    get { overlays.count(where: isShown) }
    set {
      overlays.removeAll { $0 == .main }
      overlays += Array(repeating: .main, count: max(0, newValue))
    }
  }

  /// Whether the app is on the screen.
  public var isForeground: Bool { phase.isForeground }

  /// Whether a page is focused: visible in an active scene, and not covered by an overlay there.
  public func isFocused(_ page: PageID) -> Bool {
    pages.contains { $0.page == page && phase(of: $0.scene) == .active && !isCovered($0.scene) }
  }

  /// The focused pages, in the order in which they appeared.
  public var focusedPages: [PageID] {
    visiblePages.filter { isFocused($0) }
  }

  /// An overlay of an unknown scene may cover any scene.
  private func isCovered(_ scene: SceneID) -> Bool {
    guard phases[scene] != nil else { return overlayCount > 0 }
    return overlays.contains { $0 == scene || phases[$0] == nil }
  }

  private func isShown(_ scene: SceneID) -> Bool {
    !isForeground || phase(of: scene).isForeground
  }
}

// MARK: - One scene

extension LifecycleState {
  /// The known scenes.
  public var scenes: Set<SceneID> { Set(phases.keys) }

  /// The phase of a scene; that of the app for an unknown scene.
  public func phase(of scene: SceneID) -> AppPhase {
    phases[scene] ?? phase
  }

  /// The pages that are visible in a scene, in the order in which they appeared there.
  public func visiblePages(in scene: SceneID) -> [PageID] {
    pages.filter { $0.scene == scene }.compactMap(\.page)
  }
}

// MARK: - Changes

extension LifecycleState {
  /// Replaces the accounts that are signed in, and the one that is shown, which is always one of them.
  public mutating func setAccounts(_ accounts: Set<AccountID>, shown: AccountID?) {
    account = shown
    hasOneAccount = false
    self.accounts = shown.map { accounts.union([$0]) } ?? accounts
  }

  /// Replaces all pages and overlays, in the order in which they appeared.
  mutating func show(_ places: [Place]) {
    overlays = places.filter { $0.page == nil }.map(\.scene)
    pages = places.reduce(into: []) { pages, place in
      if place.page != nil, !pages.contains(place) { pages.append(place) }
    }
  }

  /// The events that lead from another state to this one.
  ///
  /// Pages and overlays disappear before a phase change, and appear after it. If only the focused pages have
  /// changed, the phase is sent again.
  package func events(since old: LifecycleState) -> [LifecycleEvent] {
    let (pages, oldPages) = (visiblePages, old.visiblePages)
    let added = overlayCount - old.overlayCount
    var events: [LifecycleEvent] = []
    events += oldPages.filter { !pages.contains($0) }.map { .pageDisappeared($0) }
    events += Array(repeating: .overlayRemoved, count: max(0, -added))
    events += phase == old.phase ? [] : [.phaseChanged(phase)]
    events += Array(repeating: .overlayAdded, count: max(0, added))
    events += pages.filter { !oldPages.contains($0) }.map { .pageAppeared($0) }
    if account != old.account {
      events.append(.accountChanged(account))
    } else if accounts != old.accounts {
      events.append(.accountsChanged(accounts ?? []))
    }
    if events.isEmpty, Set(focusedPages) != Set(old.focusedPages) {
      events = [.phaseChanged(phase)]
    }
    return events
  }
}
