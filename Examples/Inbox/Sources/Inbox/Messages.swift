import PushHub

/// Does what the button of a message asks for.
final class Messages: PushPlugin, PushResponder {
  let priority = ObserverPriority.high
  let categories = [
    NotificationCategory(
      identifier: "message",
      actions: [NotificationAction(identifier: "later", title: "Remind me in an hour")]
    )
  ]
  private weak var features: Features?

  init(_ features: Features) {
    self.features = features
  }

  func respond(to response: PushResponse, of push: Push) async throws -> Bool {
    guard response.button(in: "message", of: push) == "later" else { return false }
    features?.remind(of: push.aps.body ?? "A message", id: push.id)
    return true
  }
}
