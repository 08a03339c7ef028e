/// The bytes that JSON gives a meaning to.
enum ASCII {
  static let tab: UInt8 = 0x09
  static let newline: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let plus: UInt8 = 0x2B
  static let comma: UInt8 = 0x2C
  static let minus: UInt8 = 0x2D
  static let period: UInt8 = 0x2E
  static let slash: UInt8 = 0x2F
  static let zero: UInt8 = 0x30
  static let nine: UInt8 = 0x39
  static let colon: UInt8 = 0x3A
  static let openBracket: UInt8 = 0x5B
  static let backslash: UInt8 = 0x5C
  static let closeBracket: UInt8 = 0x5D
  static let openBrace: UInt8 = 0x7B
  static let closeBrace: UInt8 = 0x7D

  static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }

  /// The value of a hexadecimal digit in either case, or nil for another byte.
  static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case zero...nine: byte - zero
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The lower-case hexadecimal digit of a value below 16.
  static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? zero + value : UInt8(ascii: "a") + (value - 10)
  }
}

/// The escapes of JSON strings, RFC 8259 section 7.
enum JSONEscapes {
  /// The UTF-8 of validated string content; halves of surrogate pairs become U+FFFD.
  static func resolve(_ content: ArraySlice<UInt8>) -> ContiguousArray<UInt8> {
    var content = content
    var text: ContiguousArray<UInt8> = []
    text.reserveCapacity(content.count)
    while let byte = content.popFirst() {
      if byte == ASCII.backslash {
        resolveOne(&content, into: &text)
      } else {
        text.append(byte)
      }
    }
    return text
  }

  /// Resolves the escape whose backslash has just been read.
  private static func resolveOne(
    _ content: inout ArraySlice<UInt8>,
    into text: inout ContiguousArray<UInt8>
  ) {
    switch content.popFirst() {
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "u"):
      let unit = readUnit(&content)
      let trail = UTF16.isLeadSurrogate(unit) ? trailSurrogate(content) : nil
      content = content.dropFirst(trail == nil ? 0 : 6)
      let units = trail.map { [unit, $0] } ?? [unit]
      text.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
    case let byte?: text.append(byte)
    case nil: break
    }
  }

  private static func trailSurrogate(_ content: ArraySlice<UInt8>) -> UInt16? {
    guard content.starts(with: "\\u".utf8) else { return nil }
    var rest = content.dropFirst(2)
    let unit = readUnit(&rest)
    return UTF16.isTrailSurrogate(unit) ? unit : nil
  }

  private static func readUnit(_ content: inout ArraySlice<UInt8>) -> UInt16 {
    var unit: UInt16 = 0
    for digit in content.prefix(4) { unit = unit << 4 | UInt16(ASCII.hexValue(digit) ?? 0) }
    content = content.dropFirst(4)
    return unit
  }
}
