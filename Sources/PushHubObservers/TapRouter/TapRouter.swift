public import PushHub

/// Opens what a tapped notification is about, also when the tap launched the app.
///
/// The router may be attached whenever the app is ready to show something: after the first screen, or
/// after sign-in. Each response is routed once; a dismissal is not routed. A newer tap cancels the route of an
/// older one, so that the page of the newer one is shown.
///
/// ```swift
/// let router = TapRouter { push, response in
///   navigation.open(push.link ?? push.payload["screen"]?.stringValue)
///   return true
/// }
/// try host.install(router, named: "taps")
/// ```
@MainActor
public final class TapRouter {
  private let route: @MainActor (Push, PushResponse) async throws -> Bool
  private var routing: Task<Bool, any Error>?

  /// Creates a router that is not attached yet.
  ///
  /// - Parameter route: Shows what the push is about, and returns whether it could; if not, the next
  ///   responder is asked. The system waits for it.
  public init(route: @escaping @MainActor (Push, PushResponse) async throws -> Bool) {
    self.route = route
  }
}

extension TapRouter: PushPlugin, PushResponder {
  /// Routes a response, except a dismissal; one whose route a newer response has canceled is handled.
  public func respond(to response: PushResponse, of push: Push) async throws -> Bool {
    guard response.action != .dismiss else { return false }
    routing?.cancel()
    let task = Task { [route] in try await route(push, response) }
    routing = task
    let result = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      task.cancel()
    }
    return try routing != task || result.get()
  }
}
