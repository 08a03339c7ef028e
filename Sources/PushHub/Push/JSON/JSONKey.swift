/// The key of a member of a JSON object, in a record or in a store.
///
/// One type serves all records, since each enum of keys would add much code to an app.
public struct JSONKey: CodingKey, ExpressibleByStringLiteral {
  /// The name.
  public let stringValue: String

  /// Names a member.
  public init(stringValue: String) {
    self.stringValue = stringValue
  }

  /// Names a member by a literal.
  public init(stringLiteral name: String) {
    stringValue = name
  }

  /// `nil`.
  public var intValue: Int? { nil }

  /// `nil`.
  public init?(intValue: Int) { nil }
}

// MARK: - Members of an object

extension JSONKey {
  /// Returns the members of an object, by name.
  public static func members(of decoder: any Decoder) throws -> KeyedDecodingContainer<JSONKey> {
    try decoder.container(keyedBy: JSONKey.self)
  }

  /// Returns a container for the members of an object, by name.
  public static func members(of encoder: any Encoder) -> KeyedEncodingContainer<JSONKey> {
    encoder.container(keyedBy: JSONKey.self)
  }

  /// Returns the value of a member, or a standard one if there is none.
  public static func value<Key: CodingKey, Value: Decodable>(
    _ key: Key,
    in members: KeyedDecodingContainer<Key>,
    or standard: Value
  ) throws -> Value {
    try members.decodeIfPresent(Value.self, forKey: key) ?? standard
  }

  /// Returns a duration that is not negative, if there is one.
  public static func seconds(
    _ key: JSONKey,
    in members: KeyedDecodingContainer<JSONKey>
  ) throws -> Duration? {
    let time = try members.decodeIfPresent(Duration.self, forKey: key)
    guard let time, time < .zero else { return time }
    throw invalid("\"\(key.stringValue)\" must be a number of seconds, zero or more")
  }

  /// Returns an error with a sentence about what is wrong with a record.
  public static func invalid(_ sentence: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: sentence))
  }
}
