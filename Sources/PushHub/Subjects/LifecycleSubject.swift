/// The app's lifecycle, as features see it: the current state, and its changes.
@MainActor
public protocol LifecycleSubject: AnyObject {
  /// The current state.
  var state: LifecycleState { get }

  /// Adds an observer, held weakly, and calls it with the current state; adding it twice changes nothing.
  ///
  /// An observer that is added during a delivery starts with the state of the event being delivered, and
  /// receives the next event.
  ///
  /// - Parameters:
  ///   - observer: The observer; keep a reference to it.
  ///   - priority: Whether it is called before or after others.
  /// - Complexity: O(1) amortised
  func add(_ observer: any LifecycleObserver, priority: ObserverPriority)

  /// Removes an observer; it receives no more events, not even the one being delivered.
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

/// A feature that follows the app's lifecycle.
///
/// ```swift
/// final class PlayerPauser: LifecycleObserver {
///   func receive(_ event: LifecycleEvent?, state: LifecycleState) {
///     player.isPaused = !state.isForeground
///   }
/// }
/// ```
///
/// A subject holds its observers weakly: keep a reference to each.
@MainActor
public protocol LifecycleObserver: AnyObject {
  /// Called without an event and with the current state when the observer is added, and then with each change and
  /// the state after it.
  ///
  /// While events are queued, the subject's own state may already be newer than this one.
  func receive(_ event: LifecycleEvent?, state: LifecycleState)
}
