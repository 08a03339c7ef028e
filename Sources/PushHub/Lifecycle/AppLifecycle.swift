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
@MainActor
public final class AppLifecycle {
  /// What is true now; while events wait for their turn, observers may not have heard all of it.
  public private(set) var state = LifecycleState()

  private let observers = ObserverList<LifecycleRegistration>()
  private var instances: [PageID: Set<ObjectIdentifier>] = [:]

  /// Makes a lifecycle of an app that is in the background, with no page and nobody signed in.
  public init() {}
}

// MARK: - What the application tells

extension AppLifecycle {
  /// Tells that the app went to a phase.
  public func setPhase(_ phase: AppPhase) {
    apply(.phaseChanged(phase))
  }

  /// Tells that a page appeared; telling it twice for one instance changes nothing.
  ///
  /// - Parameters:
  ///   - page: Which page.
  ///   - instance: What shows the page, where several instances of one page can overlap, as when
  ///     a screen is pushed on another of its kind. The page is visible as long as one of them is.
  ///     The object is not kept alive.
  public func pageAppeared(_ page: PageID, instance: AnyObject? = nil) {
    instances[page, default: []].insert(ObjectIdentifier(instance ?? self))
    apply(.pageAppeared(page))
  }

  /// Tells that a page disappeared.
  ///
  /// - Parameters:
  ///   - page: Which page.
  ///   - instance: What was given when it appeared.
  public func pageDisappeared(_ page: PageID, instance: AnyObject? = nil) {
    instances[page]?.remove(ObjectIdentifier(instance ?? self))
    guard instances[page]?.isEmpty ?? true else { return }
    instances[page] = nil
    apply(.pageDisappeared(page))
  }

  /// Tells that something covers the page; to be balanced by ``overlayRemoved()``.
  public func overlayAdded() {
    apply(.overlayAdded)
  }

  /// Tells that something covers the page no longer; ignored when nothing covers it.
  public func overlayRemoved() {
    apply(.overlayRemoved)
  }

  /// Tells who is signed in, `nil` for nobody.
  public func setAccount(_ account: AccountID?) {
    apply(.accountChanged(account))
  }

  /// Tells that the user took a screenshot.
  public func screenshotTaken() {
    apply(.screenshotTaken)
  }

  private func apply(_ event: LifecycleEvent) {
    guard state.apply(event) else { return }
    observers.emit(LifecycleRegistration.Change(event: event, state: state))
  }
}

// MARK: - Observers

extension AppLifecycle: LifecycleSubject {
  /// Adds an observer, held weakly, and tells it what is true; adding it twice changes nothing.
  ///
  /// See ``LifecycleSubject/add(_:priority:)``.
  public func add(_ observer: any LifecycleObserver, priority: ObserverPriority) {
    guard observers.add(observer, priority: priority) != nil else { return }
    observer.begin(with: observers.eventInDelivery?.state ?? state)
  }

  /// Removes an observer; it receives nothing more, not even the event being delivered.
  public func remove(_ observer: any LifecycleObserver) {
    observers.remove(observer)
  }
}
