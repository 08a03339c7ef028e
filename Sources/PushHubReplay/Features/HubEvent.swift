public import PushHub

/// What the hub makes of the system's callbacks.
public enum HubEvent: TimelineEvent {
  /// A push is there.
  case received(id: String)

  /// A callback showed a push that another one had shown before.
  case duplicate(id: String?)

  /// The user answered a notification.
  case opened(id: String, PushResponse)

  /// A device token, of which the first digits are told.
  case token(String)

  /// The system gives no device token.
  case tokenError(String)

  /// Something strange in a payload.
  case issue(id: String, String)
}

extension HubEvent {
  /// The name.
  public var name: String {
    switch self {
    case .received: "received"
    case .duplicate: "duplicate"
    case .opened: "opened"
    case .token: "token"
    case .tokenError: "tokenError"
    case .issue: "issue"
    }
  }

  /// What stands in its JSON.
  public var fields: KeyValuePairs<String, JSONValue?> {
    switch self {
    case .received(let id): ["id": .string(id)]
    case .duplicate(let id): ["id": id.map(JSONValue.string)]
    case .opened(let id, let response):
      [
        "id": .string(id),
        "action": .string(response.action.description),
        "reply": response.reply.map(JSONValue.string),
      ]
    case .token(let digits): ["token": .string(digits)]
    case .tokenError(let message): ["error": .string(message)]
    case .issue(let id, let issue): ["id": .string(id), "issue": .string(issue)]
    }
  }

  /// What happened, for people.
  public var words: String {
    switch self {
    case .received(let id): "push \(id) received"
    case .duplicate(let id): "push \(id ?? "") shown again, nothing new"
    case .opened(let id, let response): "push \(id) \(response.words)"
    case .token(let digits): "the device token is \(digits)…"
    case .tokenError(let message): "no device token: \(message.clause)"
    case .issue(let id, let issue): "push \(id): \(issue.clause)"
    }
  }

  /// How it looks on the timeline.
  public var look: MarkLook {
    switch self {
    case .received: MarkLook("●")
    case .duplicate: MarkLook("≡")
    case .opened: MarkLook("✓")
    case .token: MarkLook("◆")
    case .tokenError: MarkLook("✕", isProblem: true)
    case .issue: MarkLook("!", isProblem: true)
    }
  }

  /// Whether features may do something about it.
  var isNews: Bool {
    switch self {
    case .received, .opened, .token, .tokenError: true
    case .duplicate, .issue: false
    }
  }

  private enum HubTopic: Hashable {
    case push
    case answer
    case token
  }

  /// The latest push, for what features do about it.
  public static let latestPush = Topic(HubTopic.push)

  /// The user's latest answer.
  public static let latestAnswer = Topic(HubTopic.answer)

  /// The latest token, or why there is none.
  public static let latestToken = Topic(HubTopic.token)

  /// What it means on the timeline.
  public var traces: [Trace] {
    switch self {
    case .received: [.marks(Self.latestPush)]
    case .opened: [.marks(Self.latestAnswer)]
    case .token, .tokenError: [.marks(Self.latestToken)]
    case .duplicate, .issue: []
    }
  }

  /// Why nothing more comes of it.
  public var reasonForNothing: String? {
    switch self {
    case .duplicate: "This callback showed a push that another one had shown before."
    case .issue: "It costs this field at most; the rest of the push counts."
    case .received, .opened: "No feature did anything about it."
    case .token, .tokenError: "No feature of this play uses device tokens."
    }
  }
}

extension PushResponse {
  fileprivate var words: String {
    let answer =
      switch action {
      case .default: "opened"
      case .dismiss: "dismissed"
      case .custom(let name): "answered with \(name)"
      }
    return reply.map { $0.isEmpty ? answer : "\(answer): \($0)" } ?? answer
  }
}

/// Says what the hub makes of the system's callbacks.
@MainActor
final class HubReporter: PushObserver {
  private let stage: Stage

  init(stage: Stage) {
    self.stage = stage
  }

  func receive(_ event: PushEvent) {
    switch event {
    case .tokenChanged(let token): stage.tell(HubEvent.token(String(token.hex.prefix(8))))
    case .registrationFailed(let failure): stage.tell(HubEvent.tokenError(failure.message))
    case .received(let push):
      stage.tell(HubEvent.received(id: push.id))
      for issue in push.issues {
        stage.tell(HubEvent.issue(id: push.id, issue.description))
      }
    case .opened(let push, let response): stage.tell(HubEvent.opened(id: push.id, response))
    }
  }

  /// Takes an entry of the manager's log, which alone tells of callbacks that showed nothing new.
  func receive(_ entry: PushLogEntry) {
    if entry.code == .merged {
      stage.tell(HubEvent.duplicate(id: entry.pushID))
    }
  }
}
