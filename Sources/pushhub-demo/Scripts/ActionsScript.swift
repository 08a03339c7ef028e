public import PushHub
public import PushHubRecorder
public import PushHubReplay

/// The buttons of one category of notifications, of which the one that was pressed is told.
///
/// What a button does is the app's; here it does nothing.
@MainActor
public final class ActionsScript: FeatureScript {
  /// The name.
  public let name = "actions"
  /// The title of the lane.
  public let title = "Actions"

  private let category: NotificationCategory

  /// Makes a script for the buttons of a category.
  public init(of category: NotificationCategory) {
    self.category = category
  }

  /// Makes what takes the category's answers.
  public func plugin(on stage: Stage) -> any PushPlugin {
    Buttons(category)
  }

  /// Whether a record is a button of the category that was pressed.
  public func isButton(_ input: TranscriptInput) -> Bool {
    guard case .open(let payload, let response, _) = input, case .custom = response.action else {
      return false
    }
    return payload.aps.category == category.identifier
  }

  /// Why nothing has led to what is true.
  public func reasonForNoHistory(signedOut: String?) -> String {
    "no button of a notification was pressed."
  }
}

/// What takes the answers of a category.
private final class Buttons: PushResponder, LoggingPlugin {
  let categories: [NotificationCategory]
  let priority = ObserverPriority.high
  var log: ((ActionsEvent) -> Void)?

  init(_ category: NotificationCategory) {
    categories = [category]
  }

  func respond(to response: PushResponse, of push: Push) async throws -> Bool {
    for category in categories {
      let button = response.button(in: category.identifier, of: push)
      guard let action = category.actions.first(where: { $0.identifier == button }) else {
        continue
      }
      log?(ActionsEvent(action: action.identifier, title: action.title, text: response.reply))
      return true
    }
    return false
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

extension NotificationCategory {
  /// A message in the demo's chat, which can be replied to or counted as read.
  public static var message: NotificationCategory {
    var reply = NotificationAction(identifier: "reply", title: "Reply")
    reply.textInputButtonTitle = "Send"
    let markRead = NotificationAction(identifier: "mark-read", title: "Mark as read")
    return NotificationCategory(identifier: "stream.chat", actions: [reply, markRead])
  }
}
