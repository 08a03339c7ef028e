/// What features know of the app's lifecycle: what is true now, and what changes.
@MainActor
public protocol LifecycleSubject: AnyObject {
  /// What is true now.
  var state: LifecycleState { get }

  /// Adds an observer, held weakly, and tells it what is true; adding it twice changes nothing.
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
