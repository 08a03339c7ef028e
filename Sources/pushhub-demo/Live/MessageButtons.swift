import PushHub
import PushHubRecorder
import PushHubReplay

extension NotificationCategory {
  /// A message of the demo's chat, with a reply button.
  static var message: NotificationCategory {
    var reply = NotificationAction(identifier: "reply", title: "Reply")
    reply.textInputButtonTitle = "Send"
    return NotificationCategory(identifier: "stream.chat", actions: [reply])
  }
}

/// The buttons of messages, if a transcript has one.
final class MessageButtonsScript: FeatureScript {
  let name = "actions"

  func plugin(in replay: Replay) -> any PushPlugin { MessageButtons() }

  func mark(of event: any FeatureEvent) -> TimelineMark {
    TimelineMark("▸", label: "reply", from: ["opened"])
  }

  func takesPart(in transcript: Transcript) -> Bool {
    let categories = transcript.records.map { $0.input.occurrence?.payload.aps.category }
    return categories.contains(NotificationCategory.message.identifier)
  }
}

/// Reports the user's replies.
final class MessageButtons: PushResponder, LoggingPlugin {
  let categories = [NotificationCategory.message]
  let priority = ObserverPriority.high
  var log: ((MessageEvent) -> Void)?

  func respond(to response: PushResponse, of push: Push) async throws -> Bool {
    guard response.button(in: NotificationCategory.message.identifier, of: push) == "reply" else {
      return false
    }
    log?(.action(text: response.reply ?? ""))
    return true
  }
}

enum MessageEvent: FeatureEvent {
  /// The user replied to a message.
  case action(text: String)

  var message: String {
    switch self {
    case .action(let text): "sends the reply \"\(text)\""
    }
  }
}
