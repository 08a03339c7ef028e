/// The one place that knows what the app is doing, and from where observers hear it.
///
/// The application tells it what happens, in one line each; it keeps the present state, so that an
/// observer that is added late starts from what is true. What changes nothing is not told.
///
/// ```swift
/// let lifecycle = AppLifecycle()
/// lifecycle.add(unreadSync)
/// lifecycle.pageAppeared("home")
/// lifecycle.setPhase(.active)
/// ```
///
/// An app with several scenes names the scene with each of these; see ``LifecycleState``.
@MainActor
public final class AppLifecycle {
  /// What is true now; while events wait for their turn, observers may not have heard all of it.
  public private(set) var state = LifecycleState()

  /// Told what would go unnoticed otherwise, at the moment when it is noticed.
  public var log: ((LifecycleLogEntry) -> Void)?

  /// How many observers were let go without having been removed.
  public private(set) var diedObserverCount = 0

  private var isMainSceneTold = false
  private let observers = ObserverList<LifecycleEntry>()
  private let events = EventQueue<LifecycleEntry.Change>()
  private var showings: [Showing] = []

  /// What was true at the event that is being delivered.
  private var stateInDelivery: LifecycleState?

  /// Makes a lifecycle of an app that is in the background, with no page and nobody signed in.
  public init() {
    observers.observerDied = { [weak self] in self?.noteDeath(of: $0) }
  }

  private func change(_ change: (inout LifecycleState) -> Void) {
    let old = state
    change(&state)
    tell(state.events(since: old))
  }

  private func tell(_ events: [LifecycleEvent]) {
    let changes = events.map { LifecycleEntry.Change(event: $0, state: state) }
    self.events.emit(contentsOf: changes) { change in
      stateInDelivery = change.state
      observers.callEach { $0.receive(change) }
    }
    if !self.events.isDelivering {
      stateInDelivery = nil
    }
  }
}

// MARK: - Phases, accounts and screenshots

extension AppLifecycle {
  /// Tells that a scene, or an app of one scene, went to a phase.
  ///
  /// An app that only speaks of other scenes has no main one.
  public func setPhase(_ phase: AppPhase, scene: SceneID = .main) {
    forgetTheGone()
    isMainSceneTold = isMainSceneTold || scene == .main
    change { [isMainSceneTold] state in
      state.set(phase, of: scene)
      if !isMainSceneTold {
        state.forgetPhase(of: .main)
      }
    }
  }

  /// Tells all scenes that there are, in place of those that were told before, the main scene too.
  public func setScenes(_ phases: [SceneID: AppPhase]) {
    forgetTheGone()
    showings.removeAll { showing in
      state.scenes.contains(showing.scene) && showing.scene != .main
        && phases[showing.scene] == nil
    }
    isMainSceneTold = true
    change { $0.set(phases) }
  }

  /// Tells that a scene is gone, and with it its pages and overlays.
  public func sceneDisconnected(_ scene: SceneID) {
    forgetTheGone()
    showings.removeAll { $0.scene == scene }
    change { $0.disconnect(scene) }
  }

  /// Tells who is signed in, `nil` for nobody.
  public func setAccount(_ account: AccountID?) {
    forgetTheGone()
    change { $0.account = account }
  }

  /// Tells that the user took a screenshot.
  public func screenshotTaken() {
    forgetTheGone()
    tell([.screenshotTaken])
  }
}

// MARK: - Pages and overlays

extension AppLifecycle {
  /// Something that a view shows, for as long as the view lives.
  private struct Showing {
    enum Thing: Hashable {
      case page(PageID)
      case overlay
    }

    let thing: Thing
    let scene: SceneID
    let isAnonymous: Bool
    weak var instance: AnyObject?

    init(_ thing: Thing, in scene: SceneID, by instance: AnyObject?) {
      self.thing = thing
      self.scene = scene
      isAnonymous = instance == nil
      self.instance = instance
    }

    var isGone: Bool { !isAnonymous && instance == nil }
  }

  /// Tells that a page appeared; telling it twice for one instance changes nothing.
  ///
  /// - Parameters:
  ///   - page: Which page.
  ///   - scene: Where. An instance is in one scene: telling it in another moves it there.
  ///   - instance: What shows the page, where several instances of one page can overlap, as when
  ///     a screen is pushed on another of its kind. The page is visible as long as one of them is.
  ///     The object is not kept alive: when it goes without telling, its page disappears with
  ///     whatever is told next, or with ``forgetTheGone()``.
  public func pageAppeared(
    _ page: PageID,
    scene: SceneID = .main,
    instance: AnyObject? = nil
  ) {
    show(Showing(.page(page), in: scene, by: instance))
  }

  /// Tells that a page disappeared.
  ///
  /// - Parameters:
  ///   - page: Which page.
  ///   - scene: Where; an instance is known by itself.
  ///   - instance: What was given when it appeared.
  public func pageDisappeared(
    _ page: PageID,
    scene: SceneID = .main,
    instance: AnyObject? = nil
  ) {
    hide(Showing(.page(page), in: scene, by: instance))
  }

  /// Tells that something covers the pages of a scene; to be balanced by
  /// ``overlayRemoved(scene:instance:)``.
  ///
  /// - Parameters:
  ///   - scene: Where.
  ///   - instance: What covers them, if it is to be counted once, and to go when it is gone.
  public func overlayAdded(scene: SceneID = .main, instance: AnyObject? = nil) {
    show(Showing(.overlay, in: scene, by: instance))
  }

  /// Tells that something covers the pages no longer; ignored when it did not.
  public func overlayRemoved(scene: SceneID = .main, instance: AnyObject? = nil) {
    hide(Showing(.overlay, in: scene, by: instance))
  }

  /// Takes pages and overlays away whose instances are gone without having said so.
  ///
  /// Whatever is told does this first. What reports for a view calls it when the view goes.
  public func forgetTheGone() {
    let gone = showings.filter(\.isGone)
    guard !gone.isEmpty else { return }
    showings.removeAll(where: \.isGone)
    for showing in gone {
      let message =
        switch showing.thing {
        case .page(let page): "the page \(page) went with its view, which had not said so"
        case .overlay: "an overlay went with its view, which had not said so"
        }
      log?(LifecycleLogEntry(code: .viewGone, observer: nil, message: message))
    }
    change { state in
      for showing in gone {
        update(&state, for: showing)
      }
    }
  }

  private func show(_ showing: Showing) {
    forgetTheGone()
    let former = index(of: showing, anywhere: true)
    if let former {
      guard showings[former].scene != showing.scene else { return }
    }
    let left = former.map { showings.remove(at: $0) }
    showings.append(showing)
    change { state in
      if let left {
        update(&state, for: left)
      }
      update(&state, for: showing)
    }
  }

  private func hide(_ showing: Showing) {
    forgetTheGone()
    guard let index = index(of: showing, anywhere: false) else { return }
    let left = showings.remove(at: index)
    change { update(&$0, for: left) }
  }

  /// The place of what was told before by the same instance; anonymous overlays are all different.
  private func index(of showing: Showing, anywhere isNew: Bool) -> Int? {
    showings.firstIndex {
      guard $0.thing == showing.thing, $0.isAnonymous == showing.isAnonymous else { return false }
      guard showing.isAnonymous else { return $0.instance === showing.instance }
      return $0.scene == showing.scene && !(isNew && showing.thing == .overlay)
    }
  }

  private func update(_ state: inout LifecycleState, for showing: Showing) {
    let count = showings.count { $0.thing == showing.thing && $0.scene == showing.scene }
    switch showing.thing {
    case .overlay: state.setOverlays(count, in: showing.scene)
    case .page(let page) where count == 0: state.hide(page, in: showing.scene)
    case .page(let page): state.show(page, in: showing.scene)
    }
  }
}

// MARK: - Observers

extension AppLifecycle: LifecycleSubject {
  /// Adds an observer, held weakly, and tells it what is true; adding it twice changes nothing.
  ///
  /// See ``LifecycleSubject/add(_:priority:)``.
  public func add(_ observer: any LifecycleObserver, priority: ObserverPriority) {
    forgetTheGone()
    guard observers.add(LifecycleEntry(observer), priority: priority) else { return }
    observer.begin(with: stateInDelivery ?? state)
  }

  /// Removes an observer; it receives nothing more, not even the event being delivered.
  public func remove(_ observer: any LifecycleObserver) {
    observers.remove(observer)
  }

  private func noteDeath(of observer: LifecycleEntry) {
    diedObserverCount += 1
    log?(
      LifecycleLogEntry(
        code: observer.wasCalled ? .observerDied : .observerDiedUnheard,
        observer: "\(observer.type)",
        message: observer.wasCalled
          ? "it was let go without being removed"
          : """
          it died before any event came; observers are held weakly, so whoever makes one keeps it
          """
      )
    )
  }
}
