public import PushHub

/// What the system, the user or the app says to a ``PermissionPolicy``.
///
///     {"t":1,"permission":{"system":"provisional"}}
///     {"t":5,"permission":{"moment":true}}
///     {"t":8,"permission":{"answer":"accepted"}}
///     {"t":9,"permission":{"system":null}}
///
/// What was asked before the recording began stands in the policy's store, and not here.
public enum PermissionRecord: FeatureRecord {
  /// What the system says the user allows, to the request that waits for it; `nil` if it fails.
  case system(PermissionLevel?)

  /// A moment of value has come.
  case moment

  /// What the user says to the app's own question.
  case answer(PermissionAnswer)

  /// The key in a transcript.
  public static let key = "permission"

  /// Reads an object with one of the keys.
  public init(from fields: TranscriptFields) throws(TranscriptMistake) {
    let record = try fields.fields(Self.key, allowing: ["answer", "moment", "system"])
    let isMoment = try record.optionalBool("moment")
    switch (record.has("system"), isMoment, record.has("answer")) {
    case (true, nil, false):
      self = .system(
        record.isNull("system")
          ? nil : try record.word("system", among: PermissionLevel.allCases)
      )
    case (false, true, false): self = .moment
    case (false, nil, true):
      self = .answer(try record.word("answer", among: PermissionAnswer.allCases))
    default:
      throw TranscriptMistake(
        "\"\(Self.key)\" must say one thing: \"system\", \"moment\" that is true, or \"answer\""
      )
    }
  }

  /// One of the keys.
  public var fields: [TranscriptField] {
    let member: JSONValue =
      switch self {
      case .system(let level): ["system": level.map { .string($0.rawValue) } ?? .null]
      case .moment: ["moment": true]
      case .answer(let answer): ["answer": .string(answer.rawValue)]
      }
    return [TranscriptField(Self.key, member)]
  }

  /// The record: it says nothing of who the user is.
  public func redacted(by redactor: TranscriptRedactor) -> Self { self }
}

extension TranscriptVocabulary {
  /// What a permission policy brings to transcripts.
  public static let permission = TranscriptVocabulary(kinds: [PermissionRecord.self])
}
