/// The name of a member of a JSON object, in a record or in a store.
///
/// One type for all, since each enum of keys brings an app as much code as what is read and written by it.
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
  /// The members that an object is to have, by name.
  public func members() -> KeyedEncodingContainer<JSONKey> { container(keyedBy: JSONKey.self) }
}
