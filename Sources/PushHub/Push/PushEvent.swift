/// An event that push observers receive.
public enum PushEvent: Sendable {
  /// The device token has changed.
  case tokenChanged(DeviceToken)

  /// The system could not register the app for remote notifications.
  case registrationFailed(RegistrationFailure)

  /// A push has arrived; sent once, whatever the number of callbacks.
  case received(Push)

  /// The user has responded to a push; sent once for each response, after `received`.
  case opened(Push, PushResponse)
}

extension PushEvent {
  /// The kind of an event.
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

  /// The kind of the event.
  public var kind: Kind {
    switch self {
    case .tokenChanged: .tokenChanged
    case .registrationFailed: .registrationFailed
    case .received: .received
    case .opened: .opened
    }
  }

  /// The push that the event is about, if any.
  public var push: Push? {
    switch self {
    case .tokenChanged, .registrationFailed: nil
    case .received(let push), .opened(let push, _): push
    }
  }
}

/// The user's response to a notification.
public struct PushResponse: Hashable, Sendable {
  /// The user's choice.
  public enum Action: Hashable, Sendable {
    /// The user tapped the notification itself.
    case `default`

    /// The user dismissed the notification; only for categories that report it.
    case dismiss

    /// The user chose one of the app's own actions, by its identifier.
    case custom(String)
  }

  /// The user's choice.
  public var action: Action

  /// The text that the user typed, for an action with a text field.
  public var reply: String?

  /// The category of the notification as it was shown, if the callback has it.
  ///
  /// A service extension may have set it; otherwise the payload's `aps.category` counts. Callbacks that
  /// differ only in the category report the same response. Transcripts don't contain it.
  public var category: String?

  /// Whether the user may respond in this way again, as to an entry of an inbox.
  ///
  /// Then no other response is a duplicate of this one.
  public var isRepeatable: Bool

  /// Creates a response.
  public init(
    action: Action = .default,
    reply: String? = nil,
    category: String? = nil,
    isRepeatable: Bool = false
  ) {
    self.action = action
    self.reply = reply
    self.category = category
    self.isRepeatable = isRepeatable
  }
}

extension PushResponse {
  /// The identifier of the button that the user has chosen in a notification of a category.
  ///
  /// `nil` for any other response, or for a notification of another category; see ``category``.
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

/// A callback of the system, as the app has forwarded it.
///
/// Several callbacks may report one push; observers receive a ``PushEvent`` once.
public enum PushCallback: Sendable {
  /// The app finished launching, from a response to a notification if there is a payload.
  case launched(PushPayload?, PushResponse = PushResponse(), requestIdentifier: String? = nil)

  /// A push was reported.
  case shown(PushPayload, via: PushCallbackKind, requestIdentifier: String?)

  /// The user responded to a notification.
  case responded(PushPayload, PushResponse, requestIdentifier: String?)

  /// The system reported the device token, changed or not.
  case registered(DeviceToken)

  /// The system could not register the app.
  case failedToRegister(RegistrationFailure)

  /// The app got time in the background to refresh its features, or that time is over.
  case refresh(isExpired: Bool)
}

extension PushCallback {
  /// The payload, if it is about a push.
  package var payload: PushPayload? {
    switch self {
    case .launched(let payload, _, _): payload
    case .shown(let payload, _, _), .responded(let payload, _, _): payload
    case .registered, .failedToRegister, .refresh: nil
    }
  }
}
