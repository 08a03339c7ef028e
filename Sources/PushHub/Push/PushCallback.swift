/// What the system told the app, before anything is made of it.
///
/// One push may come in several callbacks; ``PushEvent`` is what observers hear of them.
public enum PushCallback: Sendable {
  /// The app finished launching, from an answer to a notification if there is a payload.
  case launched(PushPayload?, PushResponse = PushResponse(), requestIdentifier: String? = nil)

  /// A push was shown to the app.
  case shown(PushPayload, via: PushChannel, requestIdentifier: String?)

  /// The user answered a notification.
  case answered(PushPayload, PushResponse, requestIdentifier: String?)

  /// The device token came, whether or not it is news.
  case registered(DeviceToken)

  /// The system refused to register the app.
  case failedToRegister(RegistrationFailure)
}
