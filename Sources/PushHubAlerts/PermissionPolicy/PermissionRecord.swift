package import PushHub

/// An answer of the system or the user to a ``PermissionPolicy``, or an opportunity that the app reports.
///
///     {"t":1,"permission":{"system":"provisional"}}
///     {"t":5,"permission":{"moment":true}}
///     {"t":8,"permission":{"answer":"accepted"}}
///     {"t":9,"permission":{"system":null}}
///
/// Questions before the recording began are in the policy's store, and not here.
package enum PermissionRecord: FeatureRecord {
  /// The permission level that answers the pending request to the system; `nil` if it fails.
  case system(PermissionLevel?)

  /// The app reported an opportunity.
  case moment

  /// The user's answer to the app's own question.
  case answer(PermissionAnswer)

  /// The key in a transcript.
  package static let key = "permission"

  /// The configuration.
  package static var configuration: (any RecordedConfiguration.Type)? {
    PermissionPolicy.Configuration.self
  }

  /// Reads an object with one of the keys.
  package init(from decoder: any Decoder) throws {
    let values = try JSONKey.members(of: decoder)
    // A second key is an error, since it is not read.
    if values.contains("system") {
      self = .system(try values.decode(PermissionLevel?.self, forKey: "system"))
    } else if let answer = try values.decodeIfPresent(PermissionAnswer.self, forKey: "answer") {
      self = .answer(answer)
    } else if try values.decodeIfPresent(Bool.self, forKey: "moment") == true {
      self = .moment
    } else {
      throw JSONKey.invalid(
        "\"permission\" must say one thing: \"system\", \"moment\" that is true, or \"answer\""
      )
    }
  }

  /// Writes one of the keys.
  package func encode(to encoder: any Encoder) throws {
    var values = JSONKey.members(of: encoder)
    switch self {
    case .system(let level): try values.encode(level, forKey: "system")
    case .moment: try values.encode(true, forKey: "moment")
    case .answer(let answer): try values.encode(answer, forKey: "answer")
    }
  }
}
