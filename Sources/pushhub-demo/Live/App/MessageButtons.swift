import PushHub
import PushHubRecorder
import PushHubReplay

/// What the demo's messages can be answered with.
enum MessageAction: String, NotificationActionSet {
  case reply
  case markRead = "mark-read"

  /// The category of a message in a chat.
  static let categoryIdentifier = "stream.chat"

  var title: String { self == .reply ? "Reply" : "Mark as read" }

  var textInputButtonTitle: String? { self == .reply ? "Send" : nil }
}

/// Tells which button of a message was pressed; what it does would be the app's.
final class MessageButtons: ActionResponder, LoggingPlugin {
  var log: ((MessageEvent) -> Void)?

  static func script() -> PluginScript { PluginScript("actions") { _ in MessageButtons() } }

  /// The same, if a button was pressed in what is played.
  static var ifPressed: IfRecorded {
    IfRecorded(script()) { input in
      guard case .open(let payload, let response, _) = input, case .custom = response.action else {
        return false
      }
      return payload.aps.category == MessageAction.categoryIdentifier
    }
  }

  func perform(_ action: MessageAction, text: String?, of push: Push) async throws {
    log?(MessageEvent(action: action, text: text))
  }
}

/// That the user pressed a button of a message.
struct MessageEvent: TimelineEvent {
  let action: MessageAction

  /// What the user typed, if the button asks for a text.
  let text: String?

  let name = "action"

  var fields: KeyValuePairs<String, JSONValue?> {
    ["action": .string(action.rawValue), "text": text.map { .string($0) }]
  }

  var words: String {
    "does what \"\(action.title)\" asks for\(text.map { " with \"\($0)\"" } ?? "")"
  }

  var look: MarkLook { MarkLook("▸", label: action.title) }
  var origins: [Topic] { [HubEvent.latestAnswer] }
  var reasonForNothing: String? { "What a button does is the app's." }
}
