/// What is true of the app at one moment.
///
/// Pages and overlays belong to scenes. An app with one scene need not name it: everything belongs to
/// ``SceneID/main``, and the properties here are those of that scene. An app with several is as present
/// as the most present of them. Its visible pages and overlays are those of the scenes in the
/// foreground, or of all scenes while none is.
public struct LifecycleState: Hashable, Sendable {
  private struct PlacedPage: Hashable {
    let page: PageID
    let scene: SceneID
  }

  /// Who is signed in.
  public var account: AccountID?

  private var phases: [SceneID: AppPhase]
  private var placedPages: [PlacedPage]
  private var overlays: [SceneID: Int]

  /// Describes a moment of an app of one scene; by default that before anything was told.
  public init(
    phase: AppPhase = .background,
    visiblePages: [PageID] = [],
    overlayCount: Int = 0,
    account: AccountID? = nil
  ) {
    phases = [.main: phase]
    placedPages = visiblePages.map { PlacedPage(page: $0, scene: .main) }
    overlays = overlayCount == 0 ? [:] : [.main: overlayCount]
    self.account = account
  }
}

// MARK: - The app

extension LifecycleState {
  /// How present the app is: as the most present of its scenes; in the background without any.
  ///
  /// Setting it sets that of the main scene.
  public var phase: AppPhase {
    get { AppPhase.allCases.first { phases.values.contains($0) } ?? .background }
    set { phases[.main] = newValue }
  }

  /// The visible pages, in the order in which they appeared.
  ///
  /// Setting them sets those of the main scene.
  public var visiblePages: [PageID] {
    get {
      var pages: [PageID] = []
      for placed in placedPages where isShown(placed.scene) && !pages.contains(placed.page) {
        pages.append(placed.page)
      }
      return pages
    }
    set {
      placedPages.removeAll { $0.scene == .main }
      placedPages += newValue.map { PlacedPage(page: $0, scene: .main) }
    }
  }

  /// How many things cover pages.
  ///
  /// Setting it sets that of the main scene.
  public var overlayCount: Int {
    get { overlays.reduce(0) { isShown($1.key) ? $0 + $1.value : $0 } }
    set { overlays[.main] = newValue == 0 ? nil : newValue }
  }

  /// Whether the app is on the screen.
  public var isForeground: Bool { phase.isForeground }

  /// Whether the user can be reading a page: visible, in an active scene, and covered by nothing there.
  public func isLooking(at page: PageID) -> Bool {
    placedPages.contains { $0.page == page && canBeRead($0) }
  }

  /// The pages at which the user can be looking, in the order in which they appeared.
  public var pagesLookedAt: [PageID] {
    visiblePages.filter { isLooking(at: $0) }
  }

  private func canBeRead(_ placed: PlacedPage) -> Bool {
    phase(of: placed.scene) == .active && !isCovered(placed.scene)
  }

  /// What is where nobody knows may be everywhere.
  private func isCovered(_ scene: SceneID) -> Bool {
    guard phases[scene] != nil else { return overlayCount > 0 }
    return overlays.contains { $0.key == scene || phases[$0.key] == nil }
  }

  private func isShown(_ scene: SceneID) -> Bool {
    !isForeground || phase(of: scene).isForeground
  }
}

// MARK: - One scene

extension LifecycleState {
  /// The scenes whose phase was told.
  public var scenes: Set<SceneID> { Set(phases.keys) }

  /// How present a scene is; one whose phase was not told is as present as the app.
  public func phase(of scene: SceneID) -> AppPhase {
    phases[scene] ?? phase
  }

  /// The pages that are visible in a scene, in the order in which they appeared there.
  public func visiblePages(in scene: SceneID) -> [PageID] {
    placedPages.filter { $0.scene == scene }.map(\.page)
  }

  /// How many things cover the pages of a scene.
  public func overlayCount(in scene: SceneID) -> Int {
    overlays[scene] ?? 0
  }
}

// MARK: - Changes

extension LifecycleState {
  mutating func set(_ phase: AppPhase, of scene: SceneID) {
    phases[scene] = phase
  }

  /// Makes these all the scenes that there are; what belongs to no known scene stays.
  mutating func set(_ newPhases: [SceneID: AppPhase]) {
    for scene in phases.keys where newPhases[scene] == nil && scene != .main {
      disconnect(scene)
    }
    phases = newPhases
  }

  /// Forgets how present a scene was; what is in it stays.
  mutating func forgetPhase(of scene: SceneID) {
    phases[scene] = nil
  }

  mutating func disconnect(_ scene: SceneID) {
    phases[scene] = nil
    placedPages.removeAll { $0.scene == scene }
    overlays[scene] = nil
  }

  mutating func show(_ page: PageID, in scene: SceneID) {
    let placed = PlacedPage(page: page, scene: scene)
    guard !placedPages.contains(placed) else { return }
    placedPages.append(placed)
  }

  mutating func hide(_ page: PageID, in scene: SceneID) {
    placedPages.removeAll { $0.page == page && $0.scene == scene }
  }

  mutating func setOverlays(_ count: Int, in scene: SceneID) {
    overlays[scene] = count == 0 ? nil : count
  }

  /// What observers are told of the way from another state to this one.
  ///
  /// What goes comes before a new phase, and what comes after it. When the user looks at other pages
  /// although nothing of this has changed, the phase is told again.
  package func events(since old: LifecycleState) -> [LifecycleEvent] {
    let (pages, oldPages) = (visiblePages, old.visiblePages)
    let added = overlayCount - old.overlayCount
    var events: [LifecycleEvent] = []
    events += oldPages.filter { !pages.contains($0) }.map { .pageDisappeared($0) }
    events += Array(repeating: .overlayRemoved, count: max(0, -added))
    events += phase == old.phase ? [] : [.phaseChanged(phase)]
    events += Array(repeating: .overlayAdded, count: max(0, added))
    events += pages.filter { !oldPages.contains($0) }.map { .pageAppeared($0) }
    events += account == old.account ? [] : [.accountChanged(account)]
    if events.isEmpty, Set(pagesLookedAt) != Set(old.pagesLookedAt) {
      events = [.phaseChanged(phase)]
    }
    return events
  }
}
