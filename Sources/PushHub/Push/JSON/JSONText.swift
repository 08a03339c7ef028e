/// The bytes that JSON gives a meaning to.
package enum ASCII {
  package static let tab: UInt8 = 0x09
  package static let newline: UInt8 = 0x0A
  package static let carriageReturn: UInt8 = 0x0D
  package static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let plus: UInt8 = 0x2B
  package static let comma: UInt8 = 0x2C
  static let minus: UInt8 = 0x2D
  static let period: UInt8 = 0x2E
  static let zero: UInt8 = 0x30
  static let nine: UInt8 = 0x39
  package static let colon: UInt8 = 0x3A
  package static let openBracket: UInt8 = 0x5B
  static let backslash: UInt8 = 0x5C
  package static let closeBracket: UInt8 = 0x5D
  package static let openBrace: UInt8 = 0x7B
  package static let closeBrace: UInt8 = 0x7D

  package static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }

  /// The value of a hexadecimal digit in either case, or nil for another byte.
  static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case zero...nine: byte - zero
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The lower-case hexadecimal digits of a byte.
  static func hexDigits(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}

extension ContiguousArray<UInt8> {
  /// Appends a string in quotation marks, with only those escapes that RFC 8259 demands.
  ///
  /// - Returns: Whether it has some.
  @discardableResult
  mutating func append(quoted text: some Collection<UInt8>) -> Bool {
    append(ASCII.quote)
    defer { append(ASCII.quote) }
    let start = count
    append(contentsOf: text)
    guard self[start...].contains(where: { Self.isEscaped($0) }) else { return false }
    removeLast(count - start)
    for byte in text {
      if byte < ASCII.space {
        append(contentsOf: "\\u00\(ASCII.hexDigits(byte))".utf8)
      } else {
        if Self.isEscaped(byte) { append(ASCII.backslash) }
        append(byte)
      }
    }
    return true
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < ASCII.space || byte == ASCII.quote || byte == ASCII.backslash
  }
}

/// The escapes of JSON strings, RFC 8259 section 7.
enum JSONEscape {
  /// Reads an escape from its backslash on and steps over it; nil for half of a surrogate pair.
  static func read(
    _ bytes: Span<UInt8>,
    _ offset: inout Int
  ) throws(PayloadError) -> Unicode.Scalar? {
    guard offset + 1 < bytes.count else { throw PayloadError(.unexpectedEnd, at: offset + 1) }
    let byte = bytes[offset + 1]
    offset += 2
    switch byte {
    case ASCII.quote, ASCII.backslash, UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try readScalar(bytes, &offset)
    default: throw PayloadError(.invalidEscape, at: offset - 2)
    }
  }

  private static func readScalar(
    _ bytes: Span<UInt8>,
    _ offset: inout Int
  ) throws(PayloadError) -> Unicode.Scalar? {
    let lead = try codeUnit(bytes, &offset)
    guard UTF16.isLeadSurrogate(lead), offset + 1 < bytes.count,
      bytes[offset] == ASCII.backslash, bytes[offset + 1] == UInt8(ascii: "u")
    else { return Unicode.Scalar(lead) }
    var end = offset + 2
    let trail = try codeUnit(bytes, &end)
    guard UTF16.isTrailSurrogate(trail) else { return nil }
    offset = end
    return Unicode.Scalar(0x10000 + (UInt32(lead - 0xD800) << 10) + UInt32(trail - 0xDC00))
  }

  private static func codeUnit(
    _ bytes: Span<UInt8>,
    _ offset: inout Int
  ) throws(PayloadError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard offset < bytes.count else { throw PayloadError(.unexpectedEnd, at: offset) }
      guard let digit = ASCII.hexValue(bytes[offset]) else {
        throw PayloadError(.invalidEscape, at: offset)
      }
      unit = unit << 4 | UInt16(digit)
      offset += 1
    }
    return unit
  }

  /// The UTF-8 of string content that has been read once; halves of surrogate pairs become U+FFFD.
  static func resolve(_ content: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text: ArraySlice<UInt8> = []
    let bytes = content.span
    var offset = 0
    while offset < bytes.count {
      if bytes[offset] == ASCII.backslash {
        let scalar = try? read(bytes, &offset)
        text.append(contentsOf: (scalar ?? "\u{FFFD}").utf8)
      } else {
        text.append(bytes[offset])
        offset += 1
      }
    }
    return text
  }
}
