package import PushHub
package import PushHubNetworking

/// What a server says to a request of which it only takes note: `"ok"`, an error, or nothing at all.
///
///     {"t":3,"registration":"ok"}
///     {"t":60,"registration":{"error":"offline"},"lasts":true}
///     {"t":90,"registration":{"error":"401","advice":"final"}}
///     {"t":120,"registration":null}
///
/// It answers the request that is under way. One that lasts also answers all that begin later, each
/// after its latency, until the next record; `null` lasts, and leaves every request without an answer.
/// A recording has what was answered when it was; a transcript that is written by hand is shorter with
/// answers that last.
package struct ServerAnswer: Hashable, Sendable {
  /// What came of a request.
  package enum Outcome: Hashable, Sendable {
    /// The server has taken note.
    case accepted

    /// It has not.
    case failed(ScriptedError)

    /// It says nothing, to any request from now on.
    case silence
  }

  /// What came of it.
  package var outcome: Outcome

  /// Whether it holds for all requests from now on.
  package var lasts: Bool

  /// How long the server takes.
  package var latency: Duration

  /// Makes an answer.
  package init(_ outcome: Outcome, lasts: Bool = false, latency: Duration = .zero) {
    self.outcome = outcome
    self.lasts = lasts || outcome == .silence
    self.latency = latency
  }
}

extension ServerAnswer {
  /// The answer that a request had, as a recording has it.
  package init(_ error: ScriptedError?) {
    self.init(error.map { .failed($0) } ?? .accepted)
  }
}

/// A record of a transcript that is a ``ServerAnswer``, under a key of its own.
///
/// ```swift
/// struct UploadAnswer: ServerAnswerRecord {
///   static let key = "upload"
///   var answer: ServerAnswer
///
///   init(_ answer: ServerAnswer) { self.answer = answer }
/// }
/// ```
package protocol ServerAnswerRecord: FeatureRecord {
  /// The answer.
  var answer: ServerAnswer { get set }

  /// Makes a record of an answer.
  init(_ answer: ServerAnswer)
}

/// The key of the record, or one beside it.
private struct AnswerKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) {
    self.stringValue = stringValue
  }

  init?(intValue: Int) { nil }

  static let lasts = AnswerKey(stringValue: "lasts")
  static let latency = AnswerKey(stringValue: "latency")
}

extension ServerAnswerRecord {
  /// How long it holds, and how long the server takes, stand beside.
  package static var siblings: [String] { ["lasts", "latency"] }

  /// Reads `"ok"`, an object with `"error"`, or `null`.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: AnswerKey.self)
    let key = AnswerKey(stringValue: Self.key)
    let outcome: ServerAnswer.Outcome
    if try values.decodeNil(forKey: key) {
      outcome = .silence
    } else if values.hasObject(forKey: key) {
      outcome = .failed(try values.decode(ScriptedError.self, forKey: key))
    } else if (try? values.decode(String.self, forKey: key)) == "ok" {
      outcome = .accepted
    } else {
      throw DecodingError("\"\(Self.key)\" must be \"ok\", an object with \"error\", or null")
    }
    self.init(
      ServerAnswer(
        outcome,
        lasts: try values.decodeIfPresent(Bool.self, forKey: .lasts) ?? false,
        latency: try values.seconds(forKey: .latency) ?? .zero
      )
    )
  }

  /// Writes the outcome, and what of the rest differs from what is usual.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: AnswerKey.self)
    let key = AnswerKey(stringValue: Self.key)
    switch answer.outcome {
    case .accepted: try values.encode("ok", forKey: key)
    case .silence: try values.encodeNil(forKey: key)
    case .failed(let error): try values.encode(error, forKey: key)
    }
    if answer.lasts, answer.outcome != .silence {
      try values.encode(true, forKey: .lasts)
    }
    if answer.latency != .zero {
      try values.encode(answer.latency, forKey: .latency)
    }
  }
}
