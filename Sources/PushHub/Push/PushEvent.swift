/// What observers of pushes are told.
public enum PushEvent: Sendable {
  /// The device has a token that differs from the one known before.
  case tokenChanged(DeviceToken)

  /// The system refused to register the app for remote notifications.
  case registrationFailed(RegistrationFailure)

  /// A push has arrived; told once, however many callbacks showed it.
  case received(Push)

  /// The user has answered a push; told once for each answer, after `received`.
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
