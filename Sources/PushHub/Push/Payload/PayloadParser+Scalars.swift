extension PayloadParser {
  /// Reads a number or one of the three literals.
  mutating func parseScalar(_ bytes: Span<UInt8>) throws(PayloadError) {
    switch bytes[offset] {
    case ASCII.minus, ASCII.zero...ASCII.nine: try parseNumber(bytes)
    case UInt8(ascii: "t"): try parse("true", as: .true, bytes)
    case UInt8(ascii: "f"): try parse("false", as: .false, bytes)
    case UInt8(ascii: "n"): try parse("null", as: .null, bytes)
    case ASCII.plus, ASCII.period: throw PayloadError(.invalidNumber, at: offset)
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
      throw PayloadError(.invalidLiteral, at: offset)
    default: throw PayloadError(.unexpectedByte, at: offset)
    }
  }

  private mutating func parseNumber(_ bytes: Span<UInt8>) throws(PayloadError) {
    switch JSONNumber.scan(bytes, from: offset) {
    case .number(let end):
      appendScalar(.number, from: offset, to: end)
      offset = end
    case .invalid(let offset):
      throw PayloadError(offset < bytes.count ? .invalidNumber : .unexpectedEnd, at: offset)
    }
  }

  private mutating func parse(
    _ literal: String,
    as kind: PayloadToken.Kind,
    _ bytes: Span<UInt8>
  ) throws(PayloadError) {
    let start = offset
    var end = start
    for byte in literal.utf8 {
      guard end < bytes.count else { throw PayloadError(.unexpectedEnd, at: end) }
      guard bytes[end] == byte else { throw PayloadError(.invalidLiteral, at: start) }
      end += 1
    }
    appendScalar(kind, from: start, to: end)
    offset = end
  }

  mutating func appendScalar(_ kind: PayloadToken.Kind, from start: Int, to end: Int) {
    let next = UInt32(truncatingIfNeeded: tokens.count + 1)
    append(kind, from: start, length: end - start, next: next)
  }
}
