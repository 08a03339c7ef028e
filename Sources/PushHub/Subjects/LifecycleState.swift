/// What is true of the app at one moment.
///
/// Pages and overlays belong to scenes. An app with one scene need not name it: everything belongs to
/// ``SceneID/main``. An app with several is as present as the most present of them. Its visible pages and
/// overlays are those of the scenes in the foreground, or of all scenes while none is.
public struct LifecycleState: Equatable, Sendable {
  /// Where a page is shown, or, without one, where an overlay is.
  struct Place: Equatable {
    let page: PageID?
    let scene: SceneID
  }

  /// Who is signed in.
  public var account: AccountID?

  /// How present the scenes are whose phase is known.
  var phases: [SceneID: AppPhase]

  private var pages: [Place] = []
  private var overlays: [SceneID] = []

  /// Describes an app of one scene; by default before anything is known of it.
  public init(
    phase: AppPhase? = nil,
    visiblePages: [PageID] = [],
    overlayCount: Int = 0,
    account: AccountID? = nil
  ) {
    phases = phase.map { [.main: $0] } ?? [:]
    self.account = account
    self.visiblePages = visiblePages
    self.overlayCount = overlayCount
  }
}

// MARK: - The app

extension LifecycleState {
  /// How present the app is: as the most present of its scenes; in the background without any.
  ///
  /// Setting it sets that of the main scene, as setting the next two does.
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

  /// How many things cover pages.
  public var overlayCount: Int {
    get { overlays.count(where: isShown) }
    set {
      overlays.removeAll { $0 == .main }
      overlays += Array(repeating: .main, count: max(0, newValue))
    }
  }

  /// Whether the app is on the screen.
  public var isForeground: Bool { phase.isForeground }

  /// Whether the user can be reading a page: visible, in an active scene, and covered by nothing there.
  public func isLooking(at page: PageID) -> Bool {
    pages.contains { $0.page == page && phase(of: $0.scene) == .active && !isCovered($0.scene) }
  }

  /// The pages at which the user can be looking, in the order in which they appeared.
  public var focusedPages: [PageID] {
    visiblePages.filter { isLooking(at: $0) }
  }

  /// What is where nobody knows may be everywhere.
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
  /// The scenes whose phase is known.
  public var scenes: Set<SceneID> { Set(phases.keys) }

  /// How present a scene is; one whose phase is not known is as present as the app.
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
  /// Makes this all that is shown, in the order in which it appeared.
  mutating func show(_ places: [Place]) {
    overlays = places.filter { $0.page == nil }.map(\.scene)
    pages = places.reduce(into: []) { pages, place in
      if place.page != nil, !pages.contains(place) { pages.append(place) }
    }
  }

  /// The events that lead from another state to this one.
  ///
  /// What goes comes before a new phase, and what comes after it. When the user looks at other pages
  /// although nothing of this has changed, the phase is sent again.
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
    let (seen, seenBefore) = (focusedPages, old.focusedPages)
    if events.isEmpty, seen.count != seenBefore.count || !seen.allSatisfy(seenBefore.contains) {
      events = [.phaseChanged(phase)]
    }
    return events
  }
}
