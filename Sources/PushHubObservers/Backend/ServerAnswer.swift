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
package struct ServerAnswer: Equatable, Sendable {
  /// What came of a request.
  package enum Outcome: Equatable, Sendable {
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

extension ServerAnswerRecord {
  /// How long it holds, and how long the server takes, stand beside.
  package static var siblings: [String] { ["lasts", "latency"] }

  /// Reads `"ok"`, an object with `"error"`, or `null`.
  package init(from decoder: any Decoder) throws {
    self.init(try ServerAnswer(from: decoder, key: Self.key))
  }

  /// Writes the outcome, and what of the rest differs from what is usual.
  package func encode(to encoder: any Encoder) throws {
    try answer.encode(to: encoder, key: Self.key)
  }
}

extension ServerAnswer {
  fileprivate init(from decoder: any Decoder, key name: String) throws {
    let values = try decoder.members()
    let key = JSONKey(stringValue: name)
    let outcome: Outcome
    if try values.decodeNil(forKey: key) {
      outcome = .silence
    } else if values.hasObject(forKey: key) {
      outcome = .failed(try values.decode(ScriptedError.self, forKey: key))
    } else if (try? values.decode(String.self, forKey: key)) == "ok" {
      outcome = .accepted
    } else {
      throw DecodingError("\"\(name)\" must be \"ok\", an object with \"error\", or null")
    }
    self.init(
      outcome,
      lasts: try values.value(forKey: "lasts", or: false),
      latency: try values.seconds(forKey: "latency") ?? .zero
    )
  }

  fileprivate func encode(to encoder: any Encoder, key name: String) throws {
    var values = encoder.members()
    let key = JSONKey(stringValue: name)
    switch outcome {
    case .accepted: try values.encode("ok", forKey: key)
    case .silence: try values.encodeNil(forKey: key)
    case .failed(let error): try values.encode(error, forKey: key)
    }
    if lasts, outcome != .silence {
      try values.encode(true, forKey: "lasts")
    }
    if latency != .zero {
      try values.encode(latency, forKey: "latency")
    }
  }
}
