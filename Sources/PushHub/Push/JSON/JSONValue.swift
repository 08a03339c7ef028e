/// A JSON value whose numbers keep every digit they were written with.
///
/// ```swift
/// let order: JSONValue = ["id": 9_007_199_254_740_993, "items": ["tea", "milk"]]
/// order["id"]?.intValue       // 9007199254740993
/// order["items"]?[1]?.stringValue  // "milk"
/// ```
///
/// Values are equal when their content is: the order of an object's keys doesn't matter, and
/// numbers are compared by value, see ``JSONNumber``. Strings and keys are compared byte for byte, as
/// RFC 8259 has it: `"\u{E9}"` differs from `"e\u{301}"`, although they are one `String`.
public enum JSONValue: Sendable {
  /// The literal `null`.
  case null
  /// One of the literals `true` and `false`.
  case bool(Bool)
  /// A number, digit for digit.
  case number(JSONNumber)
  /// A string, its escapes resolved.
  case string(String)
  /// An ordered list of values.
  case array([JSONValue])
  /// Values by name; the order in which they were written isn't kept.
  case object([String: JSONValue])
}

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

extension JSONValue {
  /// The value as JSON text: no white space, sorted keys, numbers digit for digit.
  ///
  /// Equal texts follow from equal values written with the same digits, so the text suits files
  /// that are compared line by line. Where `1` and `1.0` must read the same, compare the values,
  /// or ``PushPayload/canonicalJSON``.
  ///
  /// - Complexity: O(*n* log *n*) in the size of the text.
  public var jsonText: String {
    var writer = JSONWriter()
    writer.write(self)
    return writer.text
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as JSON text, in full: think before you log it.
  public var description: String { jsonText }
}

extension JSONValue: Hashable {
  /// Whether both have the same content.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)):
      left.count == right.count
        && left.allSatisfy { name, value in
          guard let index = right.index(forKey: name) else { return false }
          return right[index].key.utf8.elementsEqual(name.utf8) && right[index].value == value
        }
    default: false
    }
  }

  /// Feeds the content to the hasher.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let value): hasher.combine(bytesOf: value.utf8)
    case .array(let elements): hasher.combine(elements)
    case .object(let members):
      // A sum doesn't depend on the order of the members.
      var sum = 0
      for (name, value) in members {
        var member = Hasher()
        member.combine(bytesOf: name.utf8)
        member.combine(value)
        sum &+= member.finalize()
      }
      hasher.combine(sum)
    }
  }
}

// MARK: - Literals

extension JSONValue: ExpressibleByNilLiteral {
  /// Creates the literal `null`.
  public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  /// Creates a boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// Creates a number from an integer.
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
}

extension JSONValue: ExpressibleByFloatLiteral {
  /// Creates a number from a fraction; a literal too large for a `Double` becomes `null`.
  public init(floatLiteral value: Double) { self = JSONNumber(value).map(Self.number) ?? .null }
}

extension JSONValue: ExpressibleByStringLiteral {
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
  /// Creates an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Creates an object; of several values with one name the last counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}
