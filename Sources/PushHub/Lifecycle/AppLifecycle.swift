/// Keeps track of the app's phases, pages, accounts and screenshots, and notifies observers.
///
/// The app forwards each change in one line. The lifecycle keeps the current state, so that an observer that
/// is added later starts with it. A call that changes nothing sends no event.
///
/// ```swift
/// let lifecycle = AppLifecycle()
/// lifecycle.add(unreadSync)
/// lifecycle.pageAppeared("home")
/// lifecycle.setPhase(.active)
/// ```
///
/// An app with several scenes passes the scene with each call; see ``LifecycleState``.
@MainActor
public final class AppLifecycle {
  /// The current state; observers may not have received all of its events yet.
  public private(set) var state = LifecycleState()

  /// Called with a sentence about a likely mistake.
  ///
  /// An observer was deallocated without being removed, a view without a call of
  /// ``pageDisappeared(_:scene:instance:)``, or an account has an empty name.
  public var log: ((String) -> Void)?

  private let observers = ObserverList<ObserverEntry>()
  private let queue = EventQueue<(events: [LifecycleEvent], state: LifecycleState)>()
  private var showings: [Showing] = []

  /// The state of the latest events that were delivered.
  private var deliveredState = LifecycleState()

  /// Creates the lifecycle of an app in the background, with no page and no account.
  public init() {
    observers.observerDied = { [weak self] in self?.log?("\($0.type): \($0.deallocationMessage)") }
  }

  /// Removes deallocated views, and then makes a change and sends its events.
  private func change(_ body: () -> Void) {
    removeReleasedViews()
    let former = state
    body()
    state.show(showings.map(\.place))
    send(state.events(since: former))
  }

  private func send(_ events: [LifecycleEvent]) {
    queue.emit((events, state)) { events, state in
      deliveredState = state
      for event in events {
        observers.callEach {
          ($0.object as? any LifecycleObserver)?.receive(event, state: state) != nil
        }
      }
    }
  }
}

// MARK: - Phases, accounts and screenshots

extension AppLifecycle {
  /// Records the phase of a scene, or of an app with one scene.
  public func setPhase(_ phase: AppPhase, scene: SceneID = .main) {
    change { state.phases[scene] = phase }
  }

  /// Replaces all known scenes and their phases, including the main scene.
  ///
  /// Pages and overlays of a scene that is missing are removed; those of an unknown scene stay.
  public func setScenes(_ phases: [SceneID: AppPhase]) {
    change {
      let gone = state.phases.keys.filter { $0 != .main && phases[$0] == nil }
      showings.removeAll { gone.contains($0.place.scene) }
      state.phases = phases
    }
  }

  /// Records that a scene was disconnected, and removes its pages and overlays.
  public func sceneDisconnected(_ scene: SceneID) {
    change {
      showings.removeAll { $0.place.scene == scene }
      state.phases[scene] = nil
    }
  }

  /// Records the account that is signed in; `nil` for none.
  ///
  /// For an app with one account at a time: the same as ``setAccounts(_:shown:)`` with one or none, but that a
  /// response to a push for another account waits for its sign-in. An account with an empty name is refused
  /// and logged.
  public func setAccount(_ account: AccountID?) {
    guard account?.rawValue.isEmpty != true else { return refuseEmptyAccount() }
    change { state.account = account }
  }

  /// Records the accounts that are signed in, and the one that is shown.
  ///
  /// An account that is missing has signed out. A change of the account that is shown signs no account out.
  /// Call it at each launch and after each change. Until the first call, nothing is known about accounts, and
  /// none has signed out.
  ///
  /// ```swift
  /// lifecycle.setAccounts(["ann", "bob"], shown: "ann")
  /// ```
  ///
  /// - Parameters:
  ///   - accounts: The accounts; one with an empty name is refused and logged.
  ///   - shown: The account whose pages the app shows, which counts as signed in; `nil` for none.
  public func setAccounts(_ accounts: Set<AccountID>, shown: AccountID?) {
    guard shown?.rawValue.isEmpty != true else { return refuseEmptyAccount() }
    if accounts.contains("") { refuseEmptyAccount() }
    if let shown, !accounts.contains(shown) {
      log?("the account that is shown was missing from those that are signed in, and was added")
    }
    change { state.setAccounts(accounts.subtracting([""]), shown: shown) }
  }

  private func refuseEmptyAccount() {
    log?("an account with an empty name was refused; pass nil if no account is shown")
  }

  /// Records that the user took a screenshot.
  public func screenshotTaken() {
    removeReleasedViews()
    send([.screenshotTaken])
  }

  /// Records that a network path is available again; an `AppHub` calls it.
  public func networkBecameAvailable() {
    removeReleasedViews()
    send([.networkAvailable])
  }
}

// MARK: - Pages and overlays

extension AppLifecycle {
  /// A page or an overlay that a view shows, until the view is deallocated.
  private struct Showing {
    let place: LifecycleState.Place
    let isAnonymous: Bool
    weak var instance: AnyObject?

    var isGone: Bool { !isAnonymous && instance == nil }
  }

  /// Records that a page appeared; a second call for one instance changes nothing.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - scene: Its scene. An instance is in one scene: a call with another scene moves it there.
  ///   - instance: The object that shows the page, if several instances of a page can overlap, as when
  ///     a screen is pushed on another of its kind. The page is visible as long as one of them is.
  ///     The object is held weakly: when it is deallocated, its page disappears with the next call, or
  ///     with ``removeReleasedViews()``.
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
  ///   - page: The page.
  ///   - scene: Its scene; not needed with an instance.
  ///   - instance: The same object as when it appeared.
  public func pageDisappeared(
    _ page: PageID,
    scene: SceneID = .main,
    instance: AnyObject? = nil
  ) {
    hide(page, in: scene, by: instance)
  }

  /// Records that an overlay covers the pages of a scene.
  ///
  /// Balance it with ``overlayRemoved(scene:instance:)``.
  ///
  /// - Parameters:
  ///   - scene: The scene.
  ///   - instance: The overlay, held weakly. With one, repeated calls count once, and the overlay is removed
  ///     when the object is deallocated.
  public func overlayAdded(scene: SceneID = .main, instance: AnyObject? = nil) {
    show(nil, in: scene, by: instance)
  }

  /// Records that an overlay was removed; ignored if there was none.
  public func overlayRemoved(scene: SceneID = .main, instance: AnyObject? = nil) {
    hide(nil, in: scene, by: instance)
  }

  /// Removes pages and overlays whose instances were deallocated.
  ///
  /// All other calls do this first.
  public func removeReleasedViews() {
    let gone = showings.filter(\.isGone)
    guard !gone.isEmpty else { return }
    showings.removeAll(where: \.isGone)
    for showing in gone {
      let place = showing.place.page.map { printable("the page \($0)") } ?? "an overlay"
      log?("\(place) was removed because its view was deallocated; report when it disappears")
    }
    change {}
  }

  private func show(_ page: PageID?, in scene: SceneID, by instance: AnyObject?) {
    let place = LifecycleState.Place(page: page, scene: scene)
    change {
      // Overlays without an instance are all different.
      if page != nil || instance != nil, let former = index(of: place, by: instance) {
        guard showings[former].place != place else { return }
        showings.remove(at: former)
      }
      showings.append(Showing(place: place, isAnonymous: instance == nil, instance: instance))
    }
  }

  private func hide(_ page: PageID?, in scene: SceneID, by instance: AnyObject?) {
    let place = LifecycleState.Place(page: page, scene: scene)
    change { index(of: place, by: instance).map { _ = showings.remove(at: $0) } }
  }

  /// The index of an instance's page or overlay in any scene; without an instance, of that in the scene.
  private func index(of place: LifecycleState.Place, by instance: AnyObject?) -> Int? {
    showings.firstIndex {
      $0.place.page == place.page && $0.isAnonymous == (instance == nil)
        && $0.instance === instance && (instance != nil || $0.place.scene == place.scene)
    }
  }
}

// MARK: - Observers

extension AppLifecycle: LifecycleSubject {
  /// Adds an observer, held weakly, and calls it with the current state; adding it twice changes nothing.
  ///
  /// See ``LifecycleSubject/add(_:priority:)``.
  public func add(_ observer: any LifecycleObserver, priority: ObserverPriority) {
    removeReleasedViews()
    guard observers.add(ObserverEntry(observer), priority: priority) else { return }
    observer.receive(nil, state: deliveredState)
  }

  /// Removes an observer; it receives no more events, not even the one being delivered.
  public func remove(_ observer: any LifecycleObserver) {
    observers.remove(observer)
  }
}
