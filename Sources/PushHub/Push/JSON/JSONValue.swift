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

extension JSONValue: Hashable, CustomStringConvertible {
  /// The value as JSON text: no white space, sorted keys, numbers digit for digit.
  ///
  /// Equal texts follow from equal values written with the same digits, so the text suits files
  /// that are compared line by line.
  ///
  /// - Complexity: O(*n* log *n*) in the size of the text.
  public var jsonText: String { String(decoding: text(), as: UTF8.self) }

  /// The value as JSON text, in full: think before you log it.
  public var description: String { jsonText }

  private func text(isCanonical: Bool = false) -> ContiguousArray<UInt8> {
    enum Step {
      case byte(UInt8)
      case value(JSONValue)
    }
    var text: ContiguousArray<UInt8> = []
    // What is still to be written, last things first, in place of recursion.
    var steps: [Step] = [.value(self)]
    while let step = steps.popLast() {
      switch step {
      case .byte(let byte): text.append(byte)
      case .value(.null): text += "null".utf8
      case .value(.bool(let bool)): text += "\(bool)".utf8
      case .value(.number(let number)):
        text += (isCanonical ? number.canonicalText : number.text).utf8
      case .value(.string(let string)): text.append(quoted: string.utf8)
      case .value(.array(let elements)):
        text.append("[")
        steps.append(.byte(UInt8(ascii: "]")))
        for place in elements.indices.reversed() {
          steps.append(.value(elements[place]))
          if place > 0 { steps.append(.byte(UInt8(ascii: ","))) }
        }
      case .value(.object(let members)):
        text.append("{")
        steps.append(.byte(UInt8(ascii: "}")))
        let names = members.keys.sorted { $1.utf8.lexicographicallyPrecedes($0.utf8) }
        for (place, name) in names.enumerated() {
          steps += [
            .value(members[name] ?? .null), .byte(UInt8(ascii: ":")), .value(.string(name)),
          ]
          if place < names.count - 1 { steps.append(.byte(UInt8(ascii: ","))) }
        }
      }
    }
    return text
  }

  /// Whether both have the same content.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    var pairs: [(Self, Self)] = []
    var next: (Self, Self)? = (lhs, rhs)
    while let pair = next {
      switch pair {
      case (.null, .null): break
      case (.bool(let one), .bool(let other)) where one == other: break
      case (.number(let one), .number(let other)) where one == other: break
      case (.string(let one), .string(let other)) where one.utf8.elementsEqual(other.utf8): break
      case (.array(let one), .array(let other)) where one.count == other.count:
        pairs += zip(one, other)
      case (.object(let one), .object(let other)) where one.count == other.count:
        for (name, value) in one {
          guard let member = other.index(forKey: name),
            other.keys[member].utf8.elementsEqual(name.utf8)
          else { return false }
          pairs.append((value, other.values[member]))
        }
      default: return false
      }
      next = pairs.popLast()
    }
    return true
  }

  /// Feeds the content to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(PayloadContent(bytes: text(isCanonical: true)))
  }
}

extension JSONValue: Codable {
  /// Decodes the text of a value, as it is encoded.
  ///
  /// - Throws: A `DecodingError` if there is no text, or one that isn't JSON.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let tape = try? PayloadParser.tape(of: ContiguousArray(text.utf8)) else {
      throw DecodingError("The text of a value must be JSON.")
    }
    self = tape.value(at: 0)
  }

  /// Encodes the value's text, so that it has all its digits whatever the coder; a transcript has the
  /// value itself.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(jsonText)
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
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }

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

  /// Creates an object; of several values with one name the last counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}
