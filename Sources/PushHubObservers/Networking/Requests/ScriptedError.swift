public import PushHub

/// An error that a transcript lets happen in a feature's outside world.
///
///     {"error":"503","retryAfter":30}
///     {"error":"401","advice":"final"}
public struct ScriptedError: RetryAdvice, LoggableError, Codable, Equatable {
  /// What a server says besides an error.
  public enum Advice: String, Sendable, CaseIterable, Codable {
    /// Trying again is pointless until the user has signed in again.
    case final

    /// What was sent will never be accepted.
    case rejected
  }

  /// What went wrong.
  public var message: String

  /// How long whoever failed wants to be left alone.
  public var retryAfter: Duration?

  /// What is to be done about it.
  public var advice: Advice?

  /// Makes an error.
  public init(message: String, retryAfter: Duration? = nil, advice: Advice? = nil) {
    self.message = message
    self.retryAfter = retryAfter
    self.advice = advice
  }

  /// Whether trying again is pointless until the user has signed in again.
  public var isFinal: Bool { advice == .final }

  /// What went wrong.
  public var description: String { message }

  /// Reads an error's words, and what else is said.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.members()
    message = try values.decode(String.self, forKey: "error")
    retryAfter = try values.seconds(forKey: "retryAfter")
    advice = try values.decodeIfPresent(Advice.self, forKey: "advice")
  }

  /// Writes the error; its words are private, unless they are the three digits of an HTTP status.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.members()
    if message.utf8.count == 3, message.utf8.areDigits {
      try values.encode(message, forKey: "error")
    } else {
      try values.encode(Private(word: message), forKey: "error")
    }
    try values.encodeIfPresent(retryAfter, forKey: "retryAfter")
    try values.encodeIfPresent(advice, forKey: "advice")
  }
}

extension ScriptedError {
  /// What a recording has of a failure.
  public init(_ failure: SourceFailure) {
    self.init(
      message: failure.message,
      retryAfter: failure.retryAfter,
      advice: failure.isFinal ? .final : nil
    )
  }
}
