package import PushHub
import PushHubNetworking

/// The answer of a server to a request without a result: `"ok"`, an error, or `null` for no answer.
///
///     {"t":3,"registration":"ok"}
///     {"t":60,"registration":{"error":"offline"},"lasts":true}
///     {"t":90,"registration":{"error":"401","advice":"final"}}
///     {"t":120,"registration":null}
///
/// It answers the request under way. One that lasts also answers all later requests, each after its latency,
/// until the next record; `null` always lasts. A recording has each answer at its time. A transcript that is
/// written by hand is shorter with answers that last.
package struct ServerAnswer: Equatable, Sendable {
  /// The outcome of a request.
  package enum Outcome: Equatable, Sendable {
    /// The server has accepted it.
    case accepted

    /// The request has failed.
    case failed(SourceFailure)

    /// No request is answered from now on.
    case noAnswer
  }

  /// The outcome.
  package var outcome: Outcome

  /// Whether it holds for all requests from now on.
  package var lasts: Bool

  /// The time that the server takes.
  package var latency: Duration

  /// Creates an answer.
  package init(_ outcome: Outcome, lasts: Bool = false, latency: Duration = .zero) {
    self.outcome = outcome
    self.lasts = lasts || outcome == .noAnswer
    self.latency = latency
  }

  /// The answer in a recording.
  package init(_ failure: SourceFailure?) {
    self.init(failure.map { .failed($0) } ?? .accepted)
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

  /// Creates a record of an answer.
  init(_ answer: ServerAnswer)
}

extension ServerAnswerRecord {
  /// The keys of the duration and the latency.
  package static var siblings: [String] { ["lasts", "latency"] }

  /// Decodes `"ok"`, an object with `"error"`, or `null`.
  package init(from decoder: any Decoder) throws {
    let values = try JSONKey.members(of: decoder)
    let key = JSONKey(stringValue: Self.key)
    let outcome: ServerAnswer.Outcome
    if try values.decodeNil(forKey: key) {
      outcome = .noAnswer
    } else if JSONKey.hasObject(key, in: values) {
      outcome = .failed(try values.decode(SourceFailure.self, forKey: key))
    } else if (try? values.decode(String.self, forKey: key)) == "ok" {
      outcome = .accepted
    } else {
      throw JSONKey.invalid("\"\(Self.key)\" must be \"ok\", an object with \"error\", or null")
    }
    self.init(
      ServerAnswer(
        outcome,
        lasts: try JSONKey.value("lasts", in: values, or: false),
        latency: try JSONKey.seconds("latency", in: values) ?? .zero
      )
    )
  }

  /// Encodes the outcome, and properties that differ from the defaults.
  package func encode(to encoder: any Encoder) throws {
    var values = JSONKey.members(of: encoder)
    let key = JSONKey(stringValue: Self.key)
    switch answer.outcome {
    case .accepted: try values.encode("ok", forKey: key)
    case .noAnswer: try values.encodeNil(forKey: key)
    case .failed(let failure): try values.encode(failure, forKey: key)
    }
    if answer.lasts, answer.outcome != .noAnswer { try values.encode(true, forKey: "lasts") }
    if answer.latency != .zero { try values.encode(answer.latency, forKey: "latency") }
  }
}
