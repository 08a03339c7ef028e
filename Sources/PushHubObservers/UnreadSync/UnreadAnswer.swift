public import PushHub

/// What the server of the unread count answers to all requests that begin from now on.
///
///     {"t":0,"unread":3}
///     {"t":5,"unread":{"error":"503","retryAfter":30},"latency":0.5}
public struct UnreadAnswer: FeatureRecord {
  /// What the server answers holds until it answers otherwise.
  public typealias Recap = LatestRecord<Self>

  /// The key in a transcript.
  public static let key = "unread"

  /// How long the server takes stands beside.
  public static let siblings = ["latency"]

  /// The count, or why there is none.
  public var result: Result<Int, ScriptedError>

  /// How long the server takes.
  public var latency: Duration

  /// Makes an answer.
  public init(result: Result<Int, ScriptedError>, latency: Duration = .zero) {
    self.result = result
    self.latency = latency
  }
}

extension UnreadAnswer {
  /// Reads a count, zero or more, or an error.
  public init(from fields: TranscriptFields) throws(TranscriptMistake) {
    latency = try fields.optionalSeconds("latency") ?? .zero
    if fields.isObject(Self.key) {
      let error = try fields.fields(Self.key, allowing: ["error", "retryAfter"])
      result = .failure(try ScriptedError(from: error))
    } else {
      result = .success(try fields.count(Self.key, or: ", or an object with \"error\""))
    }
  }

  /// The answer, and the latency if there is one.
  public var fields: [TranscriptField] {
    let value: JSONValue =
      switch result {
      case .success(let count): .number(JSONNumber(count))
      case .failure(let error): error.json
      }
    let delay = TranscriptField("latency", .number(latency.secondsNumber))
    return [TranscriptField(Self.key, value)] + (latency == .zero ? [] : [delay])
  }

  /// The answer without the words of an error.
  public func redacted(by redactor: TranscriptRedactor) -> Self {
    Self(result: result.mapError { $0.redacted(by: redactor) }, latency: latency)
  }
}

extension TranscriptInput {
  /// What the server of the unread count answers from now on.
  public static func unread(_ answer: UnreadAnswer) -> Self { .feature(answer) }
}

extension TranscriptPages {
  /// The pages on which the user sees the unread count.
  public static let tracked = TranscriptPages("tracked", standard: ["home", "me"])
}

extension TranscriptVocabulary {
  /// What the unread sync brings to transcripts.
  public static let unread = TranscriptVocabulary(kinds: [UnreadAnswer.self], pages: [.tracked])
}
