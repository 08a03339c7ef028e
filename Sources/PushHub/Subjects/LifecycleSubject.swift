/// What features know of the app's lifecycle: what is true now, and what changes.
@MainActor
public protocol LifecycleSubject: AnyObject {
  /// What is true now.
  var state: LifecycleState { get }

  /// Adds an observer, held weakly, and calls it with what is true; adding it twice changes
  /// nothing.
  ///
  /// An observer that is added from inside a delivery begins with the state of the event being
  /// delivered, and hears the next one.
  ///
  /// - Parameters:
  ///   - observer: Who wants to know; the caller keeps it alive.
  ///   - priority: Whether it is called before or after others.
  /// - Complexity: O(1) amortised
  func add(_ observer: any LifecycleObserver, priority: ObserverPriority)

  /// Removes an observer; it receives nothing more, not even the event being delivered.
  ///
  /// - Complexity: O(1) amortised
  func remove(_ observer: any LifecycleObserver)
}

extension LifecycleSubject {
  /// Adds an observer at the default priority.
  public func add(_ observer: any LifecycleObserver) {
    add(observer, priority: .default)
  }
}

/// A feature that wants to know what the app is doing.
///
/// ```swift
/// final class PlayerPauser: LifecycleObserver {
///   func begin(with state: LifecycleState) { player.isPaused = !state.isForeground }
///   func receive(_ event: LifecycleEvent, state: LifecycleState) {
///     player.isPaused = !state.isForeground
///   }
/// }
/// ```
///
/// A subject holds its observers weakly: whoever makes an observer keeps it alive. Both methods do
/// nothing by default.
@MainActor
public protocol LifecycleObserver: AnyObject {
  /// Called once, when the observer is added and before any event, with what is true.
  func begin(with state: LifecycleState)

  /// Called with what has changed, and what is true since then.
  ///
  /// The state belongs to the event: while events wait for their turn, the subject's own state may
  /// be further on.
  func receive(_ event: LifecycleEvent, state: LifecycleState)
}

extension LifecycleObserver {
  /// Does nothing.
  public func begin(with state: LifecycleState) {}

  /// Does nothing.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {}
}

/// A lifecycle observer's place in the list.
final class LifecycleEntry: ObserverEntry {
  private weak var observer: (any LifecycleObserver)?

  init(_ observer: any LifecycleObserver) {
    self.observer = observer
    super.init(observer)
  }

  func receive(_ event: LifecycleEvent, state: LifecycleState) -> Bool {
    observer?.receive(event, state: state) != nil
  }
}
