public import Foundation

/// An event that push observers receive.
public enum PushEvent: Sendable {
  /// The system has registered the app with a device token, a new one or the same as before.
  case registered(DeviceToken)

  /// The system could not register the app for remote notifications.
  case registrationFailed(RegistrationFailure)

  /// A push has arrived; sent once, whatever the number of callbacks.
  case received(Push)

  /// The user has responded to a push; sent once for each response, after `received`.
  ///
  /// The push has the payload of the response, which a service extension may have changed since.
  indirect case opened(Push, PushResponse)

  /// The presentation of a push in the foreground was decided; sent once for each notification.
  ///
  /// The push has the payload of the notification, which a service extension may have changed. An observer
  /// declares this interest, and receives it later only with replay.
  indirect case presented(Push, PresentationDecision)

  /// A pending event of a push was discarded before an observer received it, or a response that responders
  /// had declined.
  ///
  /// An observer declares this interest, and receives it later only with replay.
  case discarded(Push, DiscardReason)
}

extension PushEvent {
  /// The reason why a pending event was discarded.
  public enum DiscardReason: String, Hashable, Sendable {
    /// Its account signed out, or was not signed in.
    case signedOut

    /// It was too old.
    case expired

    /// A newer event needed its room.
    case overflowed
  }

  /// The kind of an event.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A ``PushEvent/registered(_:)``.
    case registered

    /// A ``PushEvent/registrationFailed(_:)``.
    case registrationFailed

    /// A ``PushEvent/received(_:)``.
    case received

    /// A ``PushEvent/opened(_:_:)``.
    case opened

    /// A ``PushEvent/presented(_:_:)``.
    case presented

    /// A ``PushEvent/discarded(_:_:)``.
    case discarded

    /// The kinds whose events wait for an observer that attaches later: all but `presented` and `discarded`.
    public static let pending: Set<Self> = Set(allCases.filter(\.canBePending))

    var canBePending: Bool { self != .presented && self != .discarded }
  }

  /// The kind of the event.
  public var kind: Kind {
    switch self {
    case .registered: .registered
    case .registrationFailed: .registrationFailed
    case .received: .received
    case .opened: .opened
    case .presented: .presented
    case .discarded: .discarded
    }
  }

  /// The push that the event is about, if any.
  public internal(set) var push: Push? {
    get {
      switch self {
      case .registered, .registrationFailed: nil
      case .received(let push), .opened(let push, _), .presented(let push, _),
        .discarded(let push, _):
        push
      }
    }
    set {
      switch (self, newValue) {
      case (.received, let push?): self = .received(push)
      case (.opened(_, let response), let push?): self = .opened(push, response)
      case (.presented(_, let decision), let push?): self = .presented(push, decision)
      case (.discarded(_, let reason), let push?): self = .discarded(push, reason)
      default: break
      }
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
  case launched(PushOccurrence?, PushResponse = PushResponse())

  /// A push was reported.
  case shown(PushOccurrence, via: PushCallbackKind)

  /// The user responded to a notification.
  case responded(PushOccurrence, PushResponse)

  /// The system reported the device token, changed or not.
  case registered(DeviceToken)

  /// The system could not register the app.
  case failedToRegister(RegistrationFailure)

  /// The app got time in the background to refresh its features, or that time is over.
  case refresh(isExpired: Bool)
}

/// A callback's report of a push.
public struct PushOccurrence: Sendable {
  /// The payload.
  public var payload: PushPayload

  /// The notification request's identifier, where the callback has it.
  public var requestIdentifier: String?

  /// The time when the system delivered the notification, where the callback has it.
  public var deliveredAt: Date?

  /// The account that the payload names; see ``PushIdentification/account``.
  public var account: AccountID?

  /// Creates a report.
  public init(
    _ payload: PushPayload,
    requestIdentifier: String? = nil,
    deliveredAt: Date? = nil,
    account: AccountID? = nil
  ) {
    self.payload = payload
    self.requestIdentifier = requestIdentifier
    self.deliveredAt = deliveredAt
    self.account = account
  }
}

extension PushCallback {
  /// The report, if it is about a push.
  package var occurrence: PushOccurrence? {
    switch self {
    case .launched(let occurrence, _): occurrence
    case .shown(let occurrence, _), .responded(let occurrence, _): occurrence
    case .registered, .failedToRegister, .refresh: nil
    }
  }
}
