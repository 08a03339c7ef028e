/// The escapes of JSON strings, RFC 8259 section 7.
enum JSONEscapes {
  /// The UTF-8 of validated string content; halves of surrogate pairs become U+FFFD.
  static func resolve(_ content: ArraySlice<UInt8>) -> ContiguousArray<UInt8> {
    var content = content
    var text: ContiguousArray<UInt8> = []
    text.reserveCapacity(content.count)
    while let byte = content.popFirst() {
      if byte == ASCII.backslash {
        text.append(contentsOf: resolveOne(&content))
      } else {
        text.append(byte)
      }
    }
    return text
  }

  /// Resolves the escape whose backslash has just been read.
  private static func resolveOne(_ content: inout ArraySlice<UInt8>) -> [UInt8] {
    switch content.popFirst() {
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "u"):
      var units = [readUnit(&content)]
      if UTF16.isLeadSurrogate(units[0]), let trail = trailSurrogate(content) {
        content = content.dropFirst(6)
        units.append(trail)
      }
      return Array(String(decoding: units, as: UTF16.self).utf8)
    case let byte?: return [byte]
    case nil: return []
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
