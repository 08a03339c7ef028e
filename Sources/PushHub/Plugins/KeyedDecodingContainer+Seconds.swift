extension KeyedDecodingContainer {
  /// The value of a member, or a standard one if there is none.
  public func value<Value: Decodable>(forKey key: Key, or standard: Value) throws -> Value {
    try decodeIfPresent(Value.self, forKey: key) ?? standard
  }

  /// A duration that is not negative, if there is one.
  public func seconds(forKey key: Key) throws -> Duration? {
    let time = try decodeIfPresent(Duration.self, forKey: key)
    guard let time, time < .zero else { return time }
    throw DecodingError("\"\(key.stringValue)\" must be a number of seconds, zero or more")
  }

  /// Whether the value is an object.
  public func hasObject(forKey key: Key) -> Bool {
    (try? nestedContainer(keyedBy: Key.self, forKey: key)) != nil
  }
}

extension DecodingError {
  /// Makes an error with a sentence that says what is wrong with a record.
  public init(_ sentence: String) {
    self = .dataCorrupted(Context(codingPath: [], debugDescription: sentence))
  }
}
