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
