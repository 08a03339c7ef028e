/// The one place that knows what the app is doing, and from where observers hear it.
///
/// The application forwards what happens, in one line each; it keeps the present state, so that an
/// observer that is added late starts from what is true. What changes nothing is not sent.
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

  /// Called with a sentence for what would go unnoticed otherwise, when it is found: an observer was
  /// released without being removed, or a view without a call of ``pageDisappeared(_:scene:instance:)``.
  public var log: ((String) -> Void)?

  private let observers = ObserverList<LifecycleEntry>()
  private let queue = EventQueue<(events: [LifecycleEvent], state: LifecycleState)>()
  private var showings: [Showing] = []

  /// The state of which the latest events have told.
  private var notified = LifecycleState()

  /// What was true at the latest event that was delivered.
  private var deliveredState = LifecycleState()

  /// Makes a lifecycle of an app that is in the background, with no page and nobody signed in.
  public init() {
    observers.observerDied = { [weak self] in self?.log?("\($0.type): \($0.causeOfDeath)") }
  }

  /// Tells what has changed since the latest events; released views are removed before the change.
  private func notify() {
    state.show(showings.map(\.place))
    let events = state.events(since: notified)
    notified = state
    send(events)
  }

  private func send(_ events: [LifecycleEvent]) {
    queue.emit((events, state)) { events, state in
      deliveredState = state
      for event in events {
        observers.callEach { $0.receive(event, state: state) }
      }
    }
  }
}

// MARK: - Phases, accounts and screenshots

extension AppLifecycle {
  /// Records that a scene, or an app of one scene, went to a phase.
  ///
  /// An app that only speaks of other scenes has no main one.
  public func setPhase(_ phase: AppPhase, scene: SceneID = .main) {
    removeReleasedViews()
    state.phases[scene] = phase
    notify()
  }

  /// Records all scenes that there are, in place of those known before, the main scene too.
  ///
  /// What a scene that is gone has shown goes with it; what belongs to no known scene stays.
  public func setScenes(_ phases: [SceneID: AppPhase]) {
    removeReleasedViews()
    let gone = state.phases.keys.filter { $0 != .main && phases[$0] == nil }
    showings.removeAll { gone.contains($0.place.scene) }
    state.phases = phases
    notify()
  }

  /// Records that a scene is gone, and with it its pages and overlays.
  public func sceneDisconnected(_ scene: SceneID) {
    removeReleasedViews()
    showings.removeAll { $0.place.scene == scene }
    state.phases[scene] = nil
    notify()
  }

  /// Records who is signed in, `nil` for nobody.
  public func setAccount(_ account: AccountID?) {
    removeReleasedViews()
    state.account = account
    notify()
  }

  /// Records that the user took a screenshot.
  public func screenshotTaken() {
    removeReleasedViews()
    send([.screenshotTaken])
  }
}

// MARK: - Pages and overlays

extension AppLifecycle {
  /// Something that a view shows, for as long as the view lives.
  private struct Showing {
    let place: LifecycleState.Place
    let isAnonymous: Bool
    weak var instance: AnyObject?

    var isGone: Bool { !isAnonymous && instance == nil }
  }

  /// Records that a page appeared; a second call for one instance changes nothing.
  ///
  /// - Parameters:
  ///   - page: Which page.
  ///   - scene: Where. An instance is in one scene: a call for another moves it there.
  ///   - instance: What shows the page, where several instances of one page can overlap, as when
  ///     a screen is pushed on another of its kind. The page is visible as long as one of them is.
  ///     The object is not kept alive: when it is released, its page disappears with
  ///     the next call, or with ``removeReleasedViews()``.
  public func pageAppeared(
    _ page: PageID,
    scene: SceneID = .main,
    instance: AnyObject? = nil
  ) {
    show(page, in: scene, by: instance)
  }

  /// Records that a page disappeared.
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
    hide(page, in: scene, by: instance)
  }

  /// Records that something covers the pages of a scene; to be balanced by
  /// ``overlayRemoved(scene:instance:)``.
  ///
  /// - Parameters:
  ///   - scene: Where.
  ///   - instance: What covers them, if it is to be counted once, and to go when it is gone.
  public func overlayAdded(scene: SceneID = .main, instance: AnyObject? = nil) {
    show(nil, in: scene, by: instance)
  }

  /// Records that something covers the pages no longer; ignored when it did not.
  public func overlayRemoved(scene: SceneID = .main, instance: AnyObject? = nil) {
    hide(nil, in: scene, by: instance)
  }

  /// Removes pages and overlays whose instances were released.
  ///
  /// All other calls do this first. What reports for a view calls it when the view goes.
  public func removeReleasedViews() {
    let gone = showings.filter(\.isGone)
    guard !gone.isEmpty else { return }
    showings.removeAll(where: \.isGone)
    for showing in gone {
      let place = showing.place.page.map { "the page \($0)" } ?? "an overlay"
      log?("\(place) went with its view, which had not said so")
    }
    notify()
  }

  private func show(_ page: PageID?, in scene: SceneID, by instance: AnyObject?) {
    removeReleasedViews()
    let place = LifecycleState.Place(page: page, scene: scene)
    // Overlays that nobody names are all different.
    if page != nil || instance != nil, let former = index(of: place, by: instance) {
      guard showings[former].place != place else { return }
      showings.remove(at: former)
    }
    showings.append(Showing(place: place, isAnonymous: instance == nil, instance: instance))
    notify()
  }

  private func hide(_ page: PageID?, in scene: SceneID, by instance: AnyObject?) {
    removeReleasedViews()
    let place = LifecycleState.Place(page: page, scene: scene)
    index(of: place, by: instance).map { _ = showings.remove(at: $0) }
    notify()
  }

  /// Where an instance shows a page or an overlay, in whatever scene; without one, where it is shown in
  /// the scene.
  private func index(of place: LifecycleState.Place, by instance: AnyObject?) -> Int? {
    showings.firstIndex {
      $0.place.page == place.page && $0.isAnonymous == (instance == nil)
        && $0.instance === instance && (instance != nil || $0.place.scene == place.scene)
    }
  }
}

// MARK: - Observers

extension AppLifecycle: LifecycleSubject {
  /// Adds an observer, held weakly, and calls it with what is true; adding it twice changes
  /// nothing.
  ///
  /// See ``LifecycleSubject/add(_:priority:)``.
  public func add(_ observer: any LifecycleObserver, priority: ObserverPriority) {
    removeReleasedViews()
    guard observers.add(LifecycleEntry(observer), priority: priority) else { return }
    observer.begin(with: deliveredState)
  }

  /// Removes an observer; it receives nothing more, not even the event being delivered.
  public func remove(_ observer: any LifecycleObserver) {
    observers.remove(observer)
  }
}
