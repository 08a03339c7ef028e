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

  /// No responder handled the user's answer.
  case unhandled
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
    case .unhandled: "unhandled"
    }
  }

  /// Whether it says why nothing came of the answer.
  public var isSkip: Bool { self == .unhandled }

  /// Whether features receive it.
  var isDelivery: Bool { !mark.traces.isEmpty }

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
    case .unhandled: [:]
    }
  }

  /// What happened, for people.
  public var message: String {
    switch self {
    case .received(let id): "push \(id) received"
    case .duplicate(let id): "push \(id ?? "") shown again, nothing new"
    case .opened(let id, let response): "push \(id) \(response.message)"
    case .token(let digits): "the device token is \(digits)…"
    case .tokenError(let message): "no device token: \(message.clause)"
    case .issue(let id, let issue): "push \(id): \(issue.clause)"
    case .unhandled: "no feature did anything about it"
    }
  }

  /// How it stands on the timeline.
  public var mark: TimelineMark {
    let unheard = "No feature did anything about it."
    let unused = "No feature of this play uses device tokens."
    return switch self {
    case .received:
      TimelineMark("●", traces: [.marks(.latestPush)], reasonForNothing: unheard)
    case .duplicate:
      TimelineMark(
        "≡",
        reasonForNothing: "This callback showed a push that another one had shown before."
      )
    case .opened:
      TimelineMark(
        "✓",
        traces: [.marks(.latestAnswer)],
        reasonForNothing: "A feature handles it, and reports nothing more."
      )
    case .token:
      TimelineMark("◆", traces: [.marks(.latestToken)], reasonForNothing: unused)
    case .tokenError:
      TimelineMark(
        "✕",
        isProblem: true,
        traces: [.marks(.latestToken)],
        reasonForNothing: unused
      )
    case .issue(_, let issue):
      TimelineMark(
        "!",
        isProblem: true,
        reasonForNothing: "It costs this field at most; the rest of the push counts.",
        tally: ("What was strange about pushes", issue)
      )
    case .unhandled: TimelineMark()
    }
  }
}

extension Topic {
  /// The latest push that was received.
  public static let latestPush: Self = "hub push"

  /// The latest answer of the user to a notification.
  public static let latestAnswer: Self = "hub answer"

  /// What the system said last of a device token.
  public static let latestToken: Self = "hub token"
}

extension PushResponse {
  fileprivate var message: String {
    let answer =
      switch action {
      case .default: "opened"
      case .dismiss: "dismissed"
      case .custom(let name): "answered with \(name)"
      }
    return reply.map { $0.isEmpty ? answer : "\(answer): \($0)" } ?? answer
  }
}

/// Records what the hub makes of the system's callbacks; the events stay pending for features.
extension PlayLog: PushDiagnosticsObserver {
  func willDeliver(_ event: PushEvent) {
    switch event {
    case .tokenChanged(let token): record(.token(String(token.hex.prefix(8))))
    case .registrationFailed(let failure): record(.tokenError(failure.message))
    case .received(let push):
      record(.received(id: push.id))
      for issue in push.issues {
        record(.issue(id: push.id, issue.description))
      }
    case .opened(let push, let response): record(.opened(id: push.id, response))
    }
  }

  /// Takes an entry of the manager's log, which alone tells of callbacks that showed nothing new, and of
  /// answers that no responder handled.
  func receive(_ entry: PushLogEntry) {
    if entry.code == .merged {
      record(.duplicate(id: entry.pushID))
    } else if entry.code == .unhandled {
      record(.unhandled)
    }
  }

  private func record(_ event: HubEvent) {
    record(event, by: .hub)
  }
}
