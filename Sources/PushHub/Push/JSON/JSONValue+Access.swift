extension JSONValue {
  /// Whether this is the literal `null`.
  public var isNull: Bool { self == .null }

  /// The boolean, or nil for every other kind; numbers are not booleans.
  public var boolValue: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The number with all its digits, or nil for every other kind.
  public var numberValue: JSONNumber? {
    guard case .number(let value) = self else { return nil }
    return value
  }

  /// The number as an `Int`, or nil if it isn't one exactly.
  public var intValue: Int? { numberValue?.int }

  /// The number as the nearest `Double`, or nil if it is too large for one.
  public var doubleValue: Double? { numberValue?.double }

  /// The string, or nil for every other kind; numbers are not strings.
  public var stringValue: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  /// The elements, or nil for every other kind.
  public var arrayValue: [JSONValue]? {
    guard case .array(let value) = self else { return nil }
    return value
  }

  /// The values by name, or nil for every other kind.
  public var objectValue: [String: JSONValue]? {
    guard case .object(let value) = self else { return nil }
    return value
  }

  /// The value with that name, or nil if there is none or this isn't an object.
  public subscript(key: String) -> JSONValue? { objectValue?[key] }

  /// The element at that position, or nil out of bounds or if this isn't an array.
  public subscript(index: Int) -> JSONValue? {
    guard let elements = arrayValue, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}
