import PushHub
import PushHubNetworking

/// What the server of a ``DeviceRegistration`` says to a request; see ``ServerAnswer``.
///
///     {"t":3,"registration":"ok"}
///     {"t":60,"registration":{"error":"offline"},"lasts":true}
public struct RegistrationAnswer: ServerAnswerRecord {
  /// The key in a transcript.
  public static let key = "registration"

  /// The answer.
  public var answer: ServerAnswer

  /// Makes a record of an answer.
  public init(_ answer: ServerAnswer) {
    self.answer = answer
  }
}
