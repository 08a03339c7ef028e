import PushHub

/// An action of the notification manager because of a callback of the system.
enum HubEvent: FeatureEvent {
  case received(id: String)

  /// A callback showed a push that an earlier callback had shown.
  case duplicate(id: String?)

  /// The user responded to a notification.
  case opened(id: String, action: String, reply: String?)

  /// The first digits of a device token.
  case token(token: String)
  case tokenError(error: String)

  /// A field of a payload is malformed.
  case issue(id: String, issue: String)

  /// All features have refreshed in the background.
  case refreshed(result: FetchResult)

  /// No responder handled the user's response.
  case unhandled
}

extension HubEvent {
  var isSkip: Bool { self == .unhandled }

  /// Whether features receive it.
  var isDelivery: Bool {
    switch self {
    case .received, .opened, .token, .tokenError: true
    case .duplicate, .issue, .refreshed, .unhandled: false
    }
  }

  var message: String {
    switch self {
    case .received(let id): "push \(id) received"
    case .duplicate(let id): "duplicate callback for push \(id ?? "") ignored"
    case .opened(let id, let action, let reply): "push \(id) \(Self.message(for: action, reply))"
    case .token(let digits): "device token \(digits)… received"
    case .tokenError(let message): "no device token: \(LogText(clause: message))"
    case .issue(let id, let issue): "push \(id): \(LogText(clause: issue))"
    case .refreshed(.newData): "something came of the refresh"
    case .refreshed(.noData): "there was nothing to refresh"
    case .refreshed(.failed): "the refresh failed"
    case .unhandled: "No feature handled it."
    }
  }

  var mark: TimelineMark {
    let unused = "No feature of this replay uses device tokens."
    return switch self {
    case .received: TimelineMark("●", because: "No feature did anything about it.")
    case .duplicate:
      TimelineMark("≡", because: "An earlier callback for the same push was delivered.")
    case .opened: TimelineMark("✓", because: "A feature handled it without an event.")
    case .token: TimelineMark("◆", because: unused)
    case .tokenError: TimelineMark("✕", isProblem: true, names: ["token"], because: unused)
    case .issue:
      TimelineMark(
        "!",
        isProblem: true,
        because: "Only this field is ignored; the rest of the push was delivered."
      )
    case .refreshed(let result):
      TimelineMark("✓", isProblem: result == .failed, from: ["backgroundRefresh"])
    case .unhandled: TimelineMark()
    }
  }

  private static func message(for action: String, _ reply: String?) -> String {
    let answer =
      switch action {
      case "default": "opened"
      case "dismiss": "dismissed"
      default: "answered with \(action)"
      }
    return reply.map { $0.isEmpty ? answer : "\(answer): \($0)" } ?? answer
  }
}

/// Adds what the manager does with callbacks to the output; the events stay pending for features.
extension PlayLog: PushDiagnosticsObserver {
  /// Only the manager's log has duplicate callbacks and unhandled responses.
  func receive(_ diagnostic: PushDiagnostic) {
    switch diagnostic {
    case .callback(.responded(let report, let made)):
      response = (report.payload, made, scheduler.now)
    case .event(.registered(let token)): record(.token(token: String(token.hex.prefix(8))))
    case .event(.registrationFailed(let failure)): record(.tokenError(error: failure.message))
    case .event(.received(let push)):
      record(.received(id: push.id))
      for issue in push.issues { record(.issue(id: push.id, issue: issue.description)) }
    case .event(.opened(let push, let response)):
      record(.opened(id: push.id, action: response.action.description, reply: response.reply))
    case .entry(let entry) where entry.code == .merged: record(.duplicate(id: entry.pushID))
    case .entry(let entry) where entry.code == .unhandled: record(.unhandled)
    default: break
    }
  }

  func record(_ event: HubEvent) {
    record(event, of: .hub)
  }
}
