/// A key of a JSON object, by its name.
///
/// Each enum of keys brings an app as much code as what is read and written by them.
package struct JSONKey: CodingKey, ExpressibleByStringLiteral {
  package let stringValue: String

  package init(stringValue: String) {
    self.stringValue = stringValue
  }

  package init(stringLiteral name: String) {
    stringValue = name
  }

  package var intValue: Int? { nil }

  package init?(intValue: Int) { nil }
}

extension Decoder {
  /// What there is of an object.
  package func members() throws -> KeyedDecodingContainer<JSONKey> {
    try container(keyedBy: JSONKey.self)
  }
}

extension Encoder {
  /// What there is to be of an object.
  package func members() -> KeyedEncodingContainer<JSONKey> { container(keyedBy: JSONKey.self) }
}

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
