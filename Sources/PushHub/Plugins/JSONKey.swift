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

  /// None.
  public var intValue: Int? { nil }

  /// None.
  public init?(intValue: Int) { nil }
}

extension Decoder {
  /// The members of an object, by name.
  public func members() throws -> KeyedDecodingContainer<JSONKey> {
    try container(keyedBy: JSONKey.self)
  }
}

extension Encoder {
  /// A container for the members of an object, by name.
  public func members() -> KeyedEncodingContainer<JSONKey> { container(keyedBy: JSONKey.self) }
}
