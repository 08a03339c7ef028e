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

/// An observer that has work to do for a push before the system suspends the app again.
@MainActor
public protocol BackgroundPushObserver: PushObserver {
  /// Does the work that a push asks for, once for each push that reaches the app in background.
  ///
  /// All observers work at the same time, under one budget. When it runs out, the task is
  /// cancelled, the observer is named in the log and counts as failed; what it returns later is
  /// ignored. An error counts as ``FetchResult/failed``.
  func performBackgroundWork(for push: Push) async throws -> FetchResult
}

/// An observer that has a say in how a push is presented while the app is in the foreground.
@MainActor
public protocol PresentationVoter: PushObserver {
  /// Says what should become of the push's banner, sound and badge.
  ///
  /// Asked each time the system asks, after the push was ``PushEvent/received(_:)``, unless the
  /// system asks from inside a delivery: then the event may still be waiting for its turn.
  func presentation(of push: Push) -> PresentationVote
}

final class PushRegistration: ObserverRegistration {
  weak var observer: (any PushObserver)?
  var record: ObserverRecord

  init(_ observer: any PushObserver) {
    self.observer = observer
    record = ObserverRecord(of: observer)
  }

  static func deliver(_ event: PushEvent, to observer: any PushObserver) {
    observer.receive(event)
  }
}
