public import PushHub

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
public struct ServerAnswer: Hashable, Sendable {
  /// What came of a request.
  public enum Outcome: Hashable, Sendable {
    /// The server has taken note.
    case accepted

    /// It has not, and says what is to be done about it.
    case failed(ScriptedError, advice: Advice?)

    /// It says nothing, to any request from now on.
    case silence
  }

  /// What a server says besides an error.
  public enum Advice: String, Hashable, Sendable, CaseIterable {
    /// Trying again is pointless until the user has signed in again.
    case final

    /// What was sent will never be accepted.
    case rejected
  }

  /// What came of it.
  public var outcome: Outcome

  /// Whether it holds for all requests from now on.
  public var lasts: Bool

  /// How long the server takes.
  public var latency: Duration

  /// Makes an answer.
  public init(_ outcome: Outcome, lasts: Bool = false, latency: Duration = .zero) {
    self.outcome = outcome
    self.lasts = lasts || outcome == .silence
    self.latency = latency
  }
}

extension ServerAnswer {
  /// The answer that a request had, as a recording has it.
  init(_ failure: SourceFailure?) {
    guard let failure else {
      self.init(.accepted)
      return
    }
    let error = ScriptedError(message: failure.message, retryAfter: failure.retryAfter)
    self.init(.failed(error, advice: failure.isFinal ? .final : nil))
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
public protocol ServerAnswerRecord: FeatureRecord where Recap == LastingAnswer<Self> {
  /// The answer.
  var answer: ServerAnswer { get set }

  /// Makes a record of an answer.
  init(_ answer: ServerAnswer)
}

extension ServerAnswerRecord {
  /// How long it holds, and how long the server takes, stand beside.
  public static var siblings: [String] { ["lasts", "latency"] }

  /// Reads `"ok"`, an object with `"error"`, or `null`.
  public init(from fields: TranscriptFields) throws(TranscriptMistake) {
    let lasts = try fields.optionalBool("lasts") ?? false
    let latency = try fields.optionalSeconds("latency") ?? .zero
    let outcome: ServerAnswer.Outcome
    if fields.isNull(Self.key) {
      outcome = .silence
    } else if fields.isObject(Self.key) {
      let object = try fields.fields(Self.key, allowing: ["error", "retryAfter", "advice"])
      let advice =
        object.has("advice")
        ? try object.word("advice", among: ServerAnswer.Advice.allCases) : nil
      outcome = .failed(try ScriptedError(from: object), advice: advice)
    } else {
      guard case "ok"? = try? fields.text(Self.key) else {
        throw fields.mistake(Self.key, "\"ok\", an object with \"error\", or null")
      }
      outcome = .accepted
    }
    self.init(ServerAnswer(outcome, lasts: lasts, latency: latency))
  }

  /// The outcome, and what of the rest differs from what is usual.
  public var fields: [TranscriptField] {
    let value: JSONValue =
      switch answer.outcome {
      case .accepted: "ok"
      case .silence: nil
      case .failed(let error, let advice): error.json.with(advice)
      }
    var fields = [TranscriptField(Self.key, value)]
    if answer.lasts, answer.outcome != .silence {
      fields.append(TranscriptField("lasts", true))
    }
    if answer.latency != .zero {
      fields.append(TranscriptField("latency", .number(answer.latency.secondsNumber)))
    }
    return fields
  }

  /// The answer without the words of an error.
  public func redacted(by redactor: TranscriptRedactor) -> Self {
    guard case .failed(let error, let advice) = answer.outcome else { return self }
    var record = self
    record.answer.outcome = .failed(error.redacted(by: redactor), advice: advice)
    return record
  }
}

extension JSONValue {
  fileprivate func with(_ advice: ServerAnswer.Advice?) -> JSONValue {
    guard case .object(var members) = self, let advice else { return self }
    members["advice"] = .string(advice.rawValue)
    return .object(members)
  }
}

/// The latest answer that lasts holds until another comes.
public struct LastingAnswer<Record: ServerAnswerRecord>: RecordRecap {
  private var latest: Record?

  /// Begins with a server that says nothing.
  public init(header: TranscriptHeader) {}

  /// Takes a record's place, if it lasts.
  public mutating func take(_ record: any FeatureRecord, at now: ContinuousClock.Instant) {
    guard let record = record as? Record, record.answer.lasts else { return }
    latest = record.answer.outcome == .silence ? nil : record
  }

  /// The answer that holds.
  public func recordsBeforeLifecycle(at now: ContinuousClock.Instant) -> [any FeatureRecord] {
    latest.map { [$0] } ?? []
  }
}
