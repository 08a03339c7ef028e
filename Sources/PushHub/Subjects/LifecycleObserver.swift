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
  /// Tells what is true when the observer is added; called once, before any event.
  func begin(with state: LifecycleState)

  /// Tells what has changed, and what is true since then.
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
