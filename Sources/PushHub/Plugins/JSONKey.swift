/// The name of a member of a JSON object, in a record or in a store.
///
/// One type for all, since each enum of keys brings an app as much code as what is read and written by it.
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
  /// The members of an object, by name.
  package func members() throws -> KeyedDecodingContainer<JSONKey> {
    try container(keyedBy: JSONKey.self)
  }
}

extension Encoder {
  /// The members that an object is to have, by name.
  package func members() -> KeyedEncodingContainer<JSONKey> { container(keyedBy: JSONKey.self) }
}
