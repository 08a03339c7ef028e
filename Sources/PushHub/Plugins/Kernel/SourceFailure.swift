import Foundation

/// An error of a source that decides whether and when to try again.
///
/// Logs have the text of a ``SourceFailure``.
public protocol RetryAdvice: Error {
  /// The wait that the server asks for before the next try; zero or less has no effect.
  ///
  /// At most one day counts. The next try comes a random time later, so that devices that were turned away
  /// at the same moment do not come back at the same moment.
  var retryAfter: Duration? { get }

  /// Whether a retry is pointless until the user has signed in again.
  var isFinal: Bool { get }

  /// Whether the server will never accept what was sent; by default not.
  var isRejected: Bool { get }
}

extension RetryAdvice {
  /// `false`.
  public var isRejected: Bool { false }
}

/// The reason why a request failed, as far as the retry depends on it; also in a transcript.
///
///     {"error":"503","retryAfter":30}
///     {"error":"401","advice":"final"}
public struct SourceFailure: RetryAdvice, LoggableError, Equatable {
  /// The longest `Retry-After` that counts.
  package static let longestPause = Duration.seconds(86_400)

  /// The message for logs.
  public let message: String

  /// The wait that the server asks for; more than zero, up to a day.
  public let retryAfter: Duration?

  /// Whether a retry is pointless until the user has signed in again.
  public let isFinal: Bool

  /// Whether the server will never accept what was sent.
  public var isRejected = false

  /// Whether a repetition won't change the answer.
  public var isPermanent: Bool { isFinal || isRejected }

  /// The message.
  public var description: String { message }

  /// Describes a failure.
  ///
  /// - Parameters:
  ///   - message: The message for logs.
  ///   - retryAfter: The wait that the server asks for; up to a day.
  ///   - isFinal: Whether a retry is pointless until the user has signed in again.
  public init(message: String, retryAfter: Duration? = nil, isFinal: Bool = false) {
    self.message = message
    self.retryAfter = retryAfter.flatMap { $0 > .zero ? min($0, Self.longestPause) : nil }
    self.isFinal = isFinal
  }

  /// Reads the advice of an error that has some, and its text.
  ///
  /// The text is the description of a ``LoggableError`` or of a `LocalizedError`, that of a
  /// `CustomStringConvertible`, or the name of an enum's case. Of the system's errors, which may quote an
  /// address or a message, it is the type, the domain and the code.
  public init(_ error: any Error) {
    let advice = error as? any RetryAdvice
    self.init(
      message: Self.text(of: error),
      retryAfter: advice?.retryAfter,
      isFinal: advice?.isFinal ?? false
    )
    isRejected = advice?.isRejected ?? false
  }
}

extension SourceFailure {
  private static func text(of error: any Error) -> String {
    let standard = LogText(error).description
    if type(of: error) is NSError.Type { return standard }
    switch error {
    case is any LoggableError, is any CustomNSError, is DecodingError, is EncodingError:
      return standard
    case let error as any LocalizedError where error.errorDescription != nil:
      return error.errorDescription ?? standard
    case let error as any CustomStringConvertible: return error.description
    default:
      let isEnum = Mirror(reflecting: error).displayStyle == .enum
      return isEnum ? caseName(of: error) : standard
    }
  }
}

extension SourceFailure: Codable {
  private enum Advice: String, Codable {
    case final, rejected
  }

  /// Decodes the message and the advice.
  public init(from decoder: any Decoder) throws {
    let values = try JSONKey.members(of: decoder)
    let message = try values.decode(String.self, forKey: "error")
    let retryAfter = try JSONKey.seconds("retryAfter", in: values)
    let advice = try values.decodeIfPresent(Advice.self, forKey: "advice")
    self.init(message: message, retryAfter: retryAfter, isFinal: advice == .final)
    isRejected = advice == .rejected
  }

  /// Encodes the failure; the message is private, unless it is the three digits of an HTTP status.
  public func encode(to encoder: any Encoder) throws {
    var values = JSONKey.members(of: encoder)
    if message.utf8.count == 3, message.allSatisfy({ "0"..."9" ~= $0 }) {
      try values.encode(message, forKey: "error")
    } else {
      try values.encode(Private(message, .word), forKey: "error")
    }
    try values.encodeIfPresent(retryAfter, forKey: "retryAfter")
    let advice: Advice? = isFinal ? .final : isRejected ? .rejected : nil
    try values.encodeIfPresent(advice, forKey: "advice")
  }
}
