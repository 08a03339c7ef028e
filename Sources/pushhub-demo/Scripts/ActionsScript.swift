public import PushHub
public import PushHubRecorder
public import PushHubReplay

/// The buttons of one category of notifications, of which the one that was pressed is told.
///
/// What a button does is the app's; here it does nothing.
@MainActor
public final class ActionsScript<Actions: NotificationActionSet>: FeatureScript {
  /// The name.
  public let name = "actions"
  /// The title of the lane.
  public let title = "Actions"

  /// Makes a script for the actions of a category.
  public init(of actions: Actions.Type) {}

  /// Makes what takes the category's answers.
  public func plugin(on stage: Stage) -> any PushPlugin {
    Buttons<Actions>()
  }

  /// Whether a record is a button of the category that was pressed.
  public func isButton(_ input: TranscriptInput) -> Bool {
    guard case .open(let payload, let response, _) = input, case .custom = response.action else {
      return false
    }
    return payload.aps.category == Actions.categoryIdentifier
  }

  /// Why nothing has led to what is true.
  public func reasonForNoHistory(signedOut: String?) -> String {
    "no button of a notification was pressed."
  }
}

/// What takes the answers of a category.
private final class Buttons<Actions: NotificationActionSet>: ActionResponder, LoggingPlugin {
  var log: ((ActionsEvent) -> Void)?

  func perform(_ action: Actions, text: String?, of push: Push) async throws {
    log?(ActionsEvent(action: action.rawValue, title: action.title, text: text))
  }
}

/// That the user pressed a button of a notification's.
public struct ActionsEvent: TimelineEvent {
  /// The action's identifier.
  public var action: String

  /// What the button says.
  public var title: String

  /// What the user typed, if the button asks for a text.
  public var text: String?

  /// The name.
  public var name: String { "action" }

  /// What stands in its JSON.
  public var fields: KeyValuePairs<String, JSONValue?> {
    ["action": .string(action), "text": text.map { .string($0) }]
  }

  /// What happened, for people.
  public var words: String {
    let typed = text.map { " with \"\($0)\"" } ?? ""
    return "does what \"\(title)\" asks for\(typed)"
  }

  /// How it looks on the timeline.
  public var look: MarkLook { MarkLook("▸", label: title) }

  /// What it came of.
  public var origins: [Topic] { [HubEvent.latestAnswer] }

  /// That the app decides what a button does.
  public var reasonForNothing: String? { "What a button does is the app's." }

  /// What it is counted as.
  public var tally: Tally? { Tally("Buttons", of: title) }
}

/// What the demo's messages can be answered with.
public enum MessageAction: String, NotificationActionSet {
  /// Answers with a text.
  case reply

  /// Counts the message as read.
  case markRead = "mark-read"

  /// The category of a message in a chat.
  public static let categoryIdentifier = "stream.chat"

  /// What its button says.
  public var title: String {
    switch self {
    case .reply: "Reply"
    case .markRead: "Mark as read"
    }
  }

  /// A field for the text of a reply.
  public var textInputButtonTitle: String? { self == .reply ? "Send" : nil }
}
