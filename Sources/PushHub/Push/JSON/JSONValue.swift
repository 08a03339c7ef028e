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
