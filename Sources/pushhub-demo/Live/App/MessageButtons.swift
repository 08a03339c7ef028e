import PushHub
import PushHubRecorder
import PushHubReplay

extension NotificationCategory {
  /// A message of the demo's chat, with a reply button and one that marks it as read.
  static var message: NotificationCategory {
    var reply = NotificationAction(identifier: "reply", title: "Reply")
    reply.textInputButtonTitle = "Send"
    let markRead = NotificationAction(identifier: "mark-read", title: "Mark as read")
    return NotificationCategory(identifier: "stream.chat", actions: [reply, markRead])
  }
}

/// The buttons of messages, if a transcript has a response with one.
final class MessageButtonsScript: FeatureScript {
  let name = "actions"

  func plugin(in replay: Replay) -> any PushPlugin { MessageButtons() }

  func mark(of event: any FeatureEvent) -> TimelineMark {
    TimelineMark("▸", label: (event as? MessageEvent)?.title ?? "", from: ["opened"])
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

/// Reports which button of a message the user tapped.
final class MessageButtons: PushResponder, LoggingPlugin {
  let categories = [NotificationCategory.message]
  let priority = ObserverPriority.high
  var log: ((MessageEvent) -> Void)?

  func respond(to response: PushResponse, of push: Push) async throws -> Bool {
    let category = NotificationCategory.message
    let button = response.button(in: category.identifier, of: push)
    guard let action = category.actions.first(where: { $0.identifier == button }) else {
      return false
    }
    log?(MessageEvent(action: action.identifier, title: action.title, text: response.reply))
    return true
  }
}

/// The user tapped a button of a message.
struct MessageEvent: FeatureEvent {
  let action: String

  /// The title of the button.
  let title: String

  /// The user's reply, if the button has a text field.
  let text: String?

  let name = "action"

  var fields: KeyValuePairs<String, JSONValue?> {
    ["action": .string(action), "text": text.map { .string($0) }]
  }

  var message: String { "performs \"\(title)\"\(text.map { " with the text \"\($0)\"" } ?? "")" }
}
