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
  /// The push that the event is about, if it is about one.
  public var push: Push? {
    switch self {
    case .tokenChanged, .registrationFailed: nil
    case .received(let push), .opened(let push, _): push
    }
  }
}
