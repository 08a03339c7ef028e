package import PushHub

/// What the system, the user or the app says to a ``PermissionPolicy``.
///
///     {"t":1,"permission":{"system":"provisional"}}
///     {"t":5,"permission":{"moment":true}}
///     {"t":8,"permission":{"answer":"accepted"}}
///     {"t":9,"permission":{"system":null}}
///
/// What was asked before the recording began stands in the policy's store, and not here.
package enum PermissionRecord: FeatureRecord {
  /// What the system says the user allows, to the request that waits for it; `nil` if it fails.
  case system(PermissionLevel?)

  /// A moment of value has come.
  case moment

  /// What the user says to the app's own question.
  case answer(PermissionAnswer)

  /// The key in a transcript.
  package static let key = "permission"

  /// Reads an object with one of the keys.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.members()
    switch values.allKeys.map(\.stringValue) {
    case ["system"]:
      self = .system(try values.decode(PermissionLevel?.self, forKey: "system"))
    case ["moment"] where try values.decode(Bool.self, forKey: "moment"): self = .moment
    case ["answer"]: self = .answer(try values.decode(PermissionAnswer.self, forKey: "answer"))
    default:
      throw DecodingError(
        "\"permission\" must say one thing: \"system\", \"moment\" that is true, or \"answer\""
      )
    }
  }

  /// Writes one of the keys.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.members()
    switch self {
    case .system(let level): try values.encode(level, forKey: "system")
    case .moment: try values.encode(true, forKey: "moment")
    case .answer(let answer): try values.encode(answer, forKey: "answer")
    }
  }
}
