public import struct Foundation.Decimal

/// A JSON number that keeps all its digits.
///
/// Message ids are often integers beyond 2^53, which a `Double` can't represent; here `9007199254740993` is
/// kept exactly.
///
/// Numbers that fit into a `Decimal` are compared by value: `1`, `1.0` and `1e0` are equal, since the system's
/// dictionaries don't keep the spelling. Other numbers are equal if their digits are equal.
public struct JSONNumber: Sendable {
  /// The digits as written, valid under RFC 8259.
  public let text: String

  /// Creates a number from validated text.
  init(validated text: String) {
    self.text = text
  }

  /// Creates a number from text, or nil if it isn't exactly a JSON number.
  public init?(text: String) {
    let tape = try? PayloadParser.tape(of: ContiguousArray(text.utf8))
    guard let token = tape?.tokens[0], token.kind == .number, token.range.count == text.utf8.count
    else { return nil }
    self.init(validated: text)
  }

  /// Creates a number from an integer of any width.
  public init(_ value: some BinaryInteger) {
    self.init(validated: String(value))
  }

  /// Creates a number with the fewest digits that represent a `Double`.
  ///
  /// Returns nil for infinities and NaN, which JSON doesn't have.
  public init?(_ value: Double) {
    self.init(text: "\(value)")
  }

  /// The number as an `Int`, or nil if it isn't one exactly; `1.0` and `1e0` are 1.
  public var int: Int? { integer() }

  /// The number as an integer of some type, or nil if it isn't one exactly.
  package func integer<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer?
  {
    Integer(text) ?? Integer(canonicalText)
  }

  /// The nearest `Double`, or nil if the number is too large for one.
  public var double: Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }

  /// The number as a `Decimal`, or nil if it has over 38 digits or is out of range.
  public var decimal: Decimal? {
    let digits = text.utf8.prefix { !($0 | 0x20 == "e") }.filter(\.isDigit)
    guard digits.count <= 38, let value = Decimal(string: text), value.isFinite,
      value != 0 || digits.allSatisfy({ $0 == "0" })
    else { return nil }
    return value
  }

  /// One spelling for all numbers of one value that fit into a `Decimal`; the text of others.
  public var canonicalText: String {
    Int(text).map { "\($0)" } ?? decimal.map { "\($0)" } ?? text
  }
}

extension JSONNumber: Hashable, Comparable {
  /// Whether both have the same value.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.text == rhs.text || lhs.canonicalText == rhs.canonicalText
  }

  /// Hashes the value, not its spelling.
  public func hash(into hasher: inout Hasher) { hasher.combine(canonicalText) }

  /// Whether a value is smaller than another.
  ///
  /// Numbers that fit into a `Decimal` are compared exactly. Others are ordered by their `Double`, and by
  /// their digits if these are equal.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    if let left = Int(lhs.text), let right = Int(rhs.text) { return left < right }
    if let left = lhs.decimal, let right = rhs.decimal { return left < right }
    let (left, right) = (Double(lhs.text) ?? 0, Double(rhs.text) ?? 0)
    return left == right ? lhs.text < rhs.text : left < right
  }
}

extension JSONNumber: CustomStringConvertible, ExpressibleByIntegerLiteral {
  /// The digits as written.
  public var description: String { text }

  /// Creates a number from an integer literal.
  public init(integerLiteral value: Int) { self.init(value) }
}
