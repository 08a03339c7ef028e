/// A feature that wants to know of pushes.
///
/// ```swift
/// final class TapRouter: PushObserver {
///   func receive(_ event: PushEvent) {
///     if case .opened(let push, _) = event, let link = push.link { open(link) }
///   }
/// }
/// ```
///
/// A subject holds its observers weakly: whoever makes an observer keeps it alive.
@MainActor
public protocol PushObserver: AnyObject {
  /// Tells what happened; every observer hears the same events in the same order.
  func receive(_ event: PushEvent)
}
