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

/// The buttons of messages, if a transcript has a response with one.
final class MessageButtonsScript: FeatureScript {
  let name = "actions"

  func plugin(in replay: Replay) -> any PushPlugin { MessageButtons() }

  func mark(of event: any FeatureEvent) -> TimelineMark {
    TimelineMark("▸", label: "reply", from: ["opened"])
  }

  func takesPart(in transcript: Transcript) -> Bool {
    transcript.records.contains { record in
      guard case .open(let payload, let response, _) = record.input,
        case .custom = response.action
      else { return false }
      return payload.aps.category == NotificationCategory.message.identifier
    }
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
    log?(MessageEvent(text: response.reply ?? ""))
    return true
  }
}

/// The user replied to a message.
struct MessageEvent: FeatureEvent {
  let text: String

  let name = "action"

  var fields: KeyValuePairs<String, JSONValue?> { ["text": .string(text)] }

  var message: String { "sends the reply \"\(text)\"" }
}
