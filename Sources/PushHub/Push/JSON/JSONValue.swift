/// A JSON value whose numbers keep all their digits.
///
/// ```swift
/// let order: JSONValue = ["id": 9_007_199_254_740_993, "items": ["tea", "milk"]]
/// order["id"]?.intValue       // 9007199254740993
/// order["items"]?[1]?.stringValue  // "milk"
/// ```
///
/// Values are equal if their content is: the order of an object's keys doesn't matter, and numbers are
/// compared by value, see ``JSONNumber``. Strings and keys are compared byte for byte, as in RFC 8259:
/// `"\u{E9}"` differs from `"e\u{301}"`, although they are equal as `String`.
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
  /// Values by name; their order isn't kept.
  case object([String: JSONValue])
}

extension JSONValue {
  /// Whether this is the literal `null`.
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// The boolean, or nil for every other kind; numbers are not booleans.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The number with all its digits, or nil for every other kind.
  public var numberValue: JSONNumber? { if case .number(let value) = self { value } else { nil } }

  /// The number as an `Int`, or nil if it isn't one exactly.
  public var intValue: Int? { numberValue?.int }

  /// The number as the nearest `Double`, or nil if it is too large for one.
  public var doubleValue: Double? { numberValue?.double }

  /// The string, or nil for every other kind; numbers are not strings.
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }

  /// The elements, or nil for every other kind.
  public var arrayValue: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

  /// The values by name, or nil for every other kind.
  public var objectValue: [String: JSONValue]? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The value with that name, or nil if there is none or this isn't an object.
  public subscript(key: String) -> JSONValue? { objectValue?[key] }

  /// The element at that position, or nil out of bounds or if this isn't an array.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

extension JSONValue {
  /// The value as a property list has it, such as for the system's `userInfo`; nil for `null`, which is left out of
  /// arrays and objects.
  public var propertyList: Any? {
    switch self {
    case .null: nil
    case .bool(let value): value
    case .number(let number):
      number.int ?? number.integer(UInt64.self) ?? number.double ?? number.text
    case .string(let text): text
    case .array(let values): values.compactMap(\.propertyList)
    case .object(let members): members.compactMapValues(\.propertyList)
    }
  }
}

extension JSONValue: Hashable, CustomStringConvertible {
  /// The value as JSON text: no white space, sorted keys, numbers digit for digit.
  ///
  /// Equal values with the same digits have equal texts.
  ///
  /// - Complexity: O(*n* log *n*) in the size of the text.
  public var jsonText: String { String(decoding: text(), as: UTF8.self) }

  /// The complete value as JSON text, which may be confidential.
  public var description: String { jsonText }

  /// The form that all values with the same content share.
  var content: PayloadContent { PayloadContent(bytes: text(isCanonical: true)) }

  private func text(isCanonical: Bool = false) -> ContiguousArray<UInt8> {
    var text: ContiguousArray<UInt8> = []
    // The values that are still to be written, the last first, in place of recursion.
    var steps: [(text: String, value: JSONValue?)] = [("", self)]
    while let step = steps.popLast() {
      text += step.text.utf8
      switch step.value {
      case nil: break
      case .null?: text += "null".utf8
      case .bool(let bool)?: text += "\(bool)".utf8
      case .number(let number)?: text += (isCanonical ? number.canonicalText : number.text).utf8
      case .string(let string)?: text.append(quoted: string.utf8)
      case .array(let elements)?:
        text.append("[")
        steps.append(("]", nil))
        for (place, element) in elements.enumerated().reversed() {
          steps.append((place > 0 ? "," : "", element))
        }
      case .object(let members)?:
        text.append("{")
        steps.append(("}", nil))
        let names = members.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        for (place, name) in names.enumerated().reversed() {
          steps += [(":", members[name]), (place > 0 ? "," : "", .string(name))]
        }
      }
    }
    return text
  }

  /// Whether both have the same content.
  ///
  /// - Complexity: O(*n* log *n*) in the size of the texts.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.content == rhs.content }

  /// Hashes the content.
  public func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension JSONValue: Codable {
  /// Decodes a value from its JSON text.
  ///
  /// - Throws: A `DecodingError` if there is no text, or if it isn't JSON.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let tape = try? PayloadParser.tape(of: ContiguousArray(text.utf8)) else {
      throw JSONKey.invalid("The text of a value must be JSON.")
    }
    self = tape.value(at: 0)
  }

  /// Encodes the value as its JSON text, so that every encoder keeps all digits.
  ///
  /// A transcript contains the value itself.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(jsonText)
  }
}

extension JSONValue {
  /// Creates a whole number.
  public init(_ number: Int) { self = .number(JSONNumber(number)) }

  /// Creates a number of seconds.
  public init(_ duration: Duration) {
    self = .number(JSONNumber(validated: duration.secondsText))
  }
}

// MARK: - Literals

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral {
  /// Creates the literal `null`.
  public init(nilLiteral: ()) { self = .null }

  /// Creates a boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates a number from an integer.
  public init(integerLiteral value: Int) { self.init(value) }

  /// Creates a number from a fraction; a literal too large for a `Double` becomes `null`.
  public init(floatLiteral value: Double) { self = JSONNumber(value).map(Self.number) ?? .null }
}

extension JSONValue: ExpressibleByStringLiteral {
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// Creates an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Creates an object; of several values with one name the last one counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}
