extension KeyedDecodingContainer {
  /// A duration that is not negative, if there is one.
  package func seconds(forKey key: Key) throws -> Duration? {
    let time = try decodeIfPresent(Duration.self, forKey: key)
    guard let time, time < .zero else { return time }
    throw DecodingError("\"\(key.stringValue)\" must be a number of seconds, zero or more")
  }

  /// Whether what stands there is an object, whatever is in it.
  package func hasObject(forKey key: Key) -> Bool {
    (try? nestedContainer(keyedBy: Key.self, forKey: key)) != nil
  }
}

extension DecodingError {
  /// Says what is wrong with a record.
  package init(_ sentence: String) {
    self = .dataCorrupted(Context(codingPath: [], debugDescription: sentence))
  }
}
