import PushHub

/// An error that a transcript lets happen in a feature's outside world.
///
///     {"error":"503","retryAfter":30}
public struct ScriptedError: Error, Codable, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public var message: String

  /// How long whoever failed wants to be left alone.
  public var retryAfter: Duration?

  /// Makes an error.
  public init(message: String, retryAfter: Duration? = nil) {
    self.message = message
    self.retryAfter = retryAfter
  }

  /// What went wrong.
  public var description: String { message }

  private enum CodingKeys: String, CodingKey {
    case error, retryAfter
  }

  /// Reads an error's words, and how long to wait if that is said.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    message = try values.decode(String.self, forKey: .error)
    retryAfter = try values.seconds(forKey: .retryAfter)
  }

  /// Writes the error; its words are private, unless they are the three digits of an HTTP status.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    if message.wholeMatch(of: /[0-9]{3}/) != nil {
      try values.encode(message, forKey: .error)
    } else {
      try values.encode(Private(word: message), forKey: .error)
    }
    try values.encodeIfPresent(retryAfter, forKey: .retryAfter)
  }
}

extension KeyedDecodingContainer {
  /// A duration that is not negative, if there is one.
  func seconds(forKey key: Key) throws -> Duration? {
    let time = try decodeIfPresent(Duration.self, forKey: key)
    guard let time, time < .zero else { return time }
    throw DecodingError("\"\(key.stringValue)\" must be a number of seconds, zero or more")
  }
}

extension DecodingError {
  /// Says what is wrong with a record.
  init(_ sentence: String) {
    self = .dataCorrupted(Context(codingPath: [], debugDescription: sentence))
  }
}
