package import PushHub

/// A change that the app makes in a ``DeviceRegistration``.
///
///     {"t":1,"device":{"permission":"authorized","subscribe":["news"]}}
///     {"t":2,"device":{"tags":[{"name":"language","value":"de"}]}}
///     {"t":3,"device":{"tokens":[{"name":"activities","token":"a1b2"}],"refresh":true}}
///     {"t":9,"device":{"forget":"ann"}}
package struct DeviceChange: FeatureRecord {
  /// The key in a transcript.
  package static let key = "device"

  package struct Tag: Codable, Equatable, Sendable {
    @Private package var name: String
    @Private package var value: String
  }

  /// An additional token; `nil` removes it.
  package struct Token: Codable, Equatable, Sendable {
    @Private package var name: String
    @Private package var token: PushToken?
  }

  package var permission: PermissionLevel?

  /// All tags, in place of those before.
  package var tags: [Tag]?
  package var tokens: [Token]?

  /// Topics to unsubscribe, before those to subscribe.
  package var unsubscribe: Private<[String]>?
  package var subscribe: Private<[String]>?

  /// An account to sign off.
  package var forget: Private<String>?

  /// Whether the whole record is sent again.
  package var refresh: Bool?
}

/// The answer of the server of a ``DeviceRegistration`` to a request; see ``ServerAnswer``.
///
///     {"t":3,"registration":"ok"}
///     {"t":60,"registration":{"error":"offline"},"lasts":true}
package struct RegistrationAnswer: ServerAnswerRecord {
  /// The key in a transcript.
  package static let key = "registration"

  /// The environment and the durations.
  package static var configuration: (any RecordedConfiguration.Type)? {
    DeviceRegistration.Configuration.self
  }

  /// The answer.
  package var answer: ServerAnswer

  /// Creates a record of an answer.
  package init(_ answer: ServerAnswer) {
    self.answer = answer
  }
}
