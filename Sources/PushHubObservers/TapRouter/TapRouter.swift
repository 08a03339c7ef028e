public import PushHub

/// Takes the user to where a tapped notification leads, also when the tap launched the app.
///
/// The router asks for replay, so it may be attached whenever the app is ready to show something:
/// after the first screen, or after sign-in. Each answer is routed once; a dismissal is no answer
/// that leads anywhere, and is left out.
///
/// ```swift
/// let router = TapRouter { push, response in
///   navigation.open(push.link ?? push.payload["screen"]?.stringValue)
/// }
/// try host.install(router, named: "taps")
/// ```
@MainActor
public final class TapRouter {
  private let route: (Push, PushResponse) -> Void
  private var subject: (any PushSubject)?

  /// Makes a router that is not attached yet.
  ///
  /// - Parameter route: Shows what the push is about; called on the main actor, from inside the
  ///   delivery of the event.
  public init(route: @escaping (Push, PushResponse) -> Void) {
    self.route = route
  }
}

extension TapRouter: PushPlugin {
  /// Routes from now on, beginning with the answers that are still waiting.
  public func attach(to subjects: Subjects) {
    detach()
    subject = subjects.push
    subjects.push.add(self, replay: true)
  }

  /// Routes nothing more; what comes until the next attachment is routed then, if not too old.
  public func detach() {
    subject?.remove(self)
    subject = nil
  }
}

extension TapRouter: PushObserver {
  /// Routes answers, except dismissals.
  public func receive(_ event: PushEvent) {
    guard case .opened(let push, let response) = event, response.action != .dismiss else { return }
    route(push, response)
  }
}
