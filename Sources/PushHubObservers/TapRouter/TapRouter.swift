public import PushHub

/// Opens what a tapped notification is about, also when the tap launched the app.
///
/// The router may be attached whenever the app is ready to show something: after the first screen, or
/// after sign-in. Each response is routed once; a dismissal is not routed. A newer tap on a notification cancels the
/// route of an older one, and takes the place of one of the same account that was declined, so that its page is shown.
/// A button does neither.
///
/// ```swift
/// let router = TapRouter { push, response in
///   navigation.open(push.link ?? push.payload["screen"]?.stringValue)
///   return true
/// }
/// try host.install(router, named: "taps")
/// ```
///
/// In an app with several accounts it can show the account of a push first:
///
/// ```swift
/// let router = TapRouter(showing: session.show) { push, response in
///   navigation.open(push.link)
///   return true
/// }
/// ```
@MainActor
public final class TapRouter {
  private let show: (@MainActor (AccountID) async throws -> Void)?
  private let route: @MainActor (Push, PushResponse) async throws -> Bool
  private var routing: Task<Bool, any Error>?
  private weak var lifecycle: (any LifecycleSubject)?

  /// The responses that were declined or are being routed, and whether a newer tap has replaced them.
  private var answers: [(push: Push, action: PushResponse.Action, isReplaced: Bool)] = []

  /// Creates a router that is not attached yet.
  ///
  /// - Parameters:
  ///   - show: Shows an account that is signed in, which calls `AppLifecycle.setAccounts(_:shown:)`. Called
  ///     before the route of a push of another account than the one that is shown. If the account is not
  ///     shown afterward, the response is declined, and the router is asked again when it is. Without this
  ///     parameter, the route gets the pushes of all accounts.
  ///   - route: Shows what the push is about, and returns whether it could; if not, the next
  ///     responder is asked. The system waits for it.
  public init(
    showing show: (@MainActor (AccountID) async throws -> Void)? = nil,
    route: @escaping @MainActor (Push, PushResponse) async throws -> Bool
  ) {
    self.show = show
    self.route = route
  }
}

extension TapRouter: PushPlugin, PushResponder {
  /// Attaches the router; only one that is installed in a host knows which account is shown.
  public func attach(to context: PluginContext) { lifecycle = context.lifecycle }

  /// Routes a response, except a dismissal; one that a newer response has replaced is handled.
  public func respond(to response: PushResponse, of push: Push) async throws -> Bool {
    guard response.action != .dismiss else { return false }
    // A snoozed copy has another request.
    func isSame(_ other: (push: Push, action: PushResponse.Action, isReplaced: Bool)) -> Bool {
      push.isSame(as: other.push) && push.requestIdentifier == other.push.requestIdentifier
        && response.action == other.action
    }
    let former = answers.first(where: isSame)
    // What the user opens in the app is no older tap.
    if former?.isReplaced == true, !response.isRepeatable { return true }
    // A button is often another responder's, so its response ends no route of a tap.
    let isTap = response.action == .default
    if former?.isReplaced != false {
      for index in answers.indices where isTap && answers[index].push.account == push.account {
        answers[index].isReplaced = true
      }
      answers.removeAll(where: isSame)
      if answers.count > 64 { answers.removeFirst() }
      answers.append((push, response.action, false))
    }
    let isHandled = try await (isTap ? routeTap : openPage)(push, response)
    if isHandled { answers.removeAll(where: isSame) }
    return isHandled
  }

  /// Cancels the route of the latest tap, and begins another.
  private func routeTap(_ push: Push, _ response: PushResponse) async throws -> Bool {
    routing?.cancel()
    let task = Task { try await openPage(push, response) }
    routing = task
    let result = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      task.cancel()
    }
    return try routing != task || result.get()
  }

  private func openPage(_ push: Push, _ response: PushResponse) async throws -> Bool {
    if let show, let account = push.account, account != lifecycle?.state.account {
      try await show(account)
      if let lifecycle, lifecycle.state.account != account { return false }
    }
    try Task.checkCancellation()
    return try await route(push, response)
  }
}
