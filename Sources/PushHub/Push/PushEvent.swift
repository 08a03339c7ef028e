/// What observers of pushes receive.
public enum PushEvent: Sendable {
  /// The device has a token that differs from the one known before.
  case tokenChanged(DeviceToken)

  /// The system refused to register the app for remote notifications.
  case registrationFailed(RegistrationFailure)

  /// A push has arrived; sent once, however many callbacks showed it.
  case received(Push)

  /// The user has responded to a push; sent once for each response, after `received`.
  case opened(Push, PushResponse)
}

extension PushEvent {
  /// What kind of event it is, without what it carries.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A ``PushEvent/tokenChanged(_:)``.
    case tokenChanged

    /// A ``PushEvent/registrationFailed(_:)``.
    case registrationFailed

    /// A ``PushEvent/received(_:)``.
    case received

    /// A ``PushEvent/opened(_:_:)``.
    case opened
  }

  /// What kind of event it is.
  public var kind: Kind {
    switch self {
    case .tokenChanged: .tokenChanged
    case .registrationFailed: .registrationFailed
    case .received: .received
    case .opened: .opened
    }
  }

  /// The push that the event is about, if it is about one.
  public var push: Push? {
    switch self {
    case .tokenChanged, .registrationFailed: nil
    case .received(let push), .opened(let push, _): push
    }
  }
}

/// How the user responded to a notification.
public struct PushResponse: Hashable, Sendable {
  /// What the user chose.
  public enum Action: Hashable, Sendable {
    /// The user tapped the notification itself.
    case `default`

    /// The user dismissed the notification; only for categories that ask for it.
    case dismiss

    /// The user chose one of the app's own actions, by its identifier.
    case custom(String)
  }

  /// What the user chose.
  public var action: Action

  /// The text that the user typed, for an action that asks for text.
  public var reply: String?

  /// The category of the notification as it was shown, where the callback has it.
  ///
  /// A service extension may have set it. Without one, the payload's `aps.category` counts. It is of
  /// the notification, not of what the user did: two callbacks that differ in nothing else are
  /// one response. Transcripts don't have it.
  public var category: String?

  /// Describes a response.
  public init(action: Action = .default, reply: String? = nil, category: String? = nil) {
    self.action = action
    self.reply = reply
    self.category = category
  }
}

extension PushResponse {
  /// The button that the user has chosen below a notification of a category, by its identifier; `nil` if
  /// the user did anything else, or below another notification.
  ///
  /// It is the category of the notification as it was shown that counts, see ``category``.
  public func button(in category: String, of push: Push) -> String? {
    guard case .custom(let identifier) = action, category == self.category ?? push.aps.category
    else { return nil }
    return identifier
  }
}

extension PushResponse.Action: CustomStringConvertible {
  /// `default`, `dismiss` or the identifier of the app's own action.
  public var description: String {
    switch self {
    case .default: "default"
    case .dismiss: "dismiss"
    case .custom(let identifier): identifier
    }
  }
}

extension PushResponse.Action {
  /// The action that ``description`` names.
  public init(name: String) {
    switch name {
    case "default": self = .default
    case "dismiss": self = .dismiss
    default: self = .custom(name)
    }
  }
}

/// What the system reported to the app, before anything is made of it.
///
/// One push may come in several callbacks; ``PushEvent`` is what observers receive of them.
public enum PushCallback: Sendable {
  /// The app finished launching, from a response to a notification if there is a payload.
  case launched(PushPayload?, PushResponse = PushResponse(), requestIdentifier: String? = nil)

  /// A push was shown to the app.
  case shown(PushPayload, via: PushCallbackKind, requestIdentifier: String?)

  /// The user responded to a notification.
  case answered(PushPayload, PushResponse, requestIdentifier: String?)

  /// The device token came, whether or not it is news.
  case registered(DeviceToken)

  /// The system refused to register the app.
  case failedToRegister(RegistrationFailure)
}

extension PushCallback {
  /// What was sent, if it is about a push.
  package var payload: PushPayload? {
    switch self {
    case .launched(let payload, _, _): payload
    case .shown(let payload, _, _), .answered(let payload, _, _): payload
    case .registered, .failedToRegister: nil
    }
  }
}
