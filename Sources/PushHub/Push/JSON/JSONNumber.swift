public import struct Foundation.Decimal

/// A JSON number that keeps the digits it was written with.
///
/// Message ids are often integers beyond 2^53, which a `Double` can't hold; here
/// `9007199254740993` stays exactly that.
///
/// Two numbers are equal when their values are, whatever their spelling: `1`, `1.0` and `1e0` are
/// one number, and so are `0` and `-0`. A push that arrives as a dictionary has lost the spelling,
/// and must still be recognised. The comparison is exact, decimal and never rounds; only
/// exponents of more than 18 digits are compared as they are written.
public struct JSONNumber: Sendable {
  /// The digits as written, valid under RFC 8259.
  public let text: String

  /// Creates a number from text that has been validated already.
  init(validated text: String) {
    self.text = text
  }

  /// Creates a number from text, or nil unless it is a JSON number and nothing else.
  public init?(text: String) {
    let bytes = ContiguousArray(text.utf8)
    guard case .number(let end) = JSONNumber.scan(bytes.span, from: 0), end == bytes.count
    else { return nil }
    self.init(validated: text)
  }

  /// Creates a number from an integer of any width.
  public init(_ value: some BinaryInteger) {
    self.init(validated: String(value))
  }

  /// Creates a number with the fewest digits that read back as the same `Double`.
  ///
  /// Returns nil for infinities and for NaN, which JSON doesn't have.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    self.init(validated: value.description)
  }

  /// The number as an `Int`, or nil if it isn't one exactly; `1.0` and `1e0` are 1.
  public var int: Int? { Int(text) ?? Int(canonicalText) }

  /// The number as an `Int64`, or nil if it isn't one exactly.
  public var int64: Int64? { Int64(text) ?? Int64(canonicalText) }

  /// The number as a `UInt64`, or nil if it isn't one exactly.
  public var uint64: UInt64? { UInt64(text) ?? UInt64(canonicalText) }

  /// The nearest `Double`, or nil if the number is too large for one.
  public var double: Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// The number as a `Decimal`, or nil if it has over 38 significant digits or is out of range.
  public var decimal: Decimal? {
    var parts = Parts(text)
    parts.trimZeros()
    guard parts.digits.count <= 38, let value = Decimal(string: canonicalText), value.isFinite
    else { return nil }
    return value
  }
}

extension JSONNumber: CustomStringConvertible {
  /// The digits as written.
  public var description: String { text }
}

extension JSONNumber: ExpressibleByIntegerLiteral {
  /// Creates a number from an integer literal.
  public init(integerLiteral value: Int) { self.init(value) }
}

// MARK: - Reading

extension JSONNumber {
  /// What stands at a position where a number should begin.
  enum Scan {
    /// A number that ends before this offset.
    case number(end: Int)
    /// No number; the byte at this offset can't stand there, or the text ends there.
    case invalid(offset: Int)
  }

  /// Reads one number as RFC 8259 spells it: no leading zeros, no plus sign, no bare period.
  static func scan(_ bytes: Span<UInt8>, from start: Int) -> Scan {
    var offset = start
    if offset < bytes.count, bytes[offset] == ASCII.minus { offset += 1 }
    let integerStart = offset
    offset = skipDigits(bytes, from: offset)
    if offset == integerStart { return .invalid(offset: offset) }
    if bytes[integerStart] == ASCII.zero, offset > integerStart + 1 {
      return .invalid(offset: integerStart + 1)
    }
    if offset < bytes.count, bytes[offset] == ASCII.period {
      let fractionStart = offset + 1
      offset = skipDigits(bytes, from: fractionStart)
      if offset == fractionStart { return .invalid(offset: offset) }
    }
    if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if offset < bytes.count, bytes[offset] == ASCII.plus || bytes[offset] == ASCII.minus {
        offset += 1
      }
      let exponentStart = offset
      offset = skipDigits(bytes, from: exponentStart)
      if offset == exponentStart { return .invalid(offset: offset) }
    }
    return .number(end: offset)
  }

  private static func skipDigits(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var offset = start
    while offset < bytes.count, ASCII.isDigit(bytes[offset]) { offset += 1 }
    return offset
  }
}
