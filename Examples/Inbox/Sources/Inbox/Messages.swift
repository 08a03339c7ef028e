import PushHub

/// The buttons of a message.
enum MessageAction: String, NotificationActionSet {
  case later

  static let categoryIdentifier = "message"

  var title: String { "Remind me in an hour" }
}

/// Does what the buttons of a message ask for.
final class Messages: ActionResponder {
  private weak var features: Features?

  init(_ features: Features) {
    self.features = features
  }

  func perform(_ action: MessageAction, text: String?, of push: Push) async throws {
    features?.remind(of: push.aps.body ?? "A message", id: push.id)
  }
}
