// Bytes are compared with the ASCII characters that they are, as in `byte == "{"`.

func == (byte: UInt8, character: Unicode.Scalar) -> Bool { UInt32(byte) == character.value }

func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool { byte == character }

extension UInt8 {
  var isDigit: Bool { self &- 0x30 < 10 }

  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// The value of a hexadecimal digit in either case, or nil for another byte.
  var hexValue: UInt8? { Character(Unicode.Scalar(self)).hexDigitValue.map(UInt8.init) }

  /// The byte as two hexadecimal digits in lower case.
  var hexDigits: String { (self < 16 ? "0" : "") + String(self, radix: 16) }
}

extension ContiguousArray<UInt8> {
  mutating func append(_ character: Unicode.Scalar) {
    append(UInt8(truncatingIfNeeded: character.value))
  }

  /// Appends a string in quotation marks, with only those escapes that RFC 8259 demands.
  mutating func append(quoted text: some Collection<UInt8>) {
    append("\"")
    let start = count
    append(contentsOf: text)
    if self[start...].contains(where: { $0 < 0x20 || $0 == "\"" || $0 == "\\" }) {
      removeLast(count - start)
      for byte in text {
        switch byte {
        case 0..<0x20: append(contentsOf: "\\u00\(byte.hexDigits)".utf8)
        case "\"", "\\": append(contentsOf: [UInt8(ascii: "\\"), byte])
        default: append(byte)
        }
      }
    }
    append("\"")
  }

  /// The UTF-8 of a string's content, and whether halves of surrogate pairs in it became U+FFFD.
  func resolvingEscapes(
    in range: Range<Int>
  ) throws(PayloadError) -> (text: ArraySlice<UInt8>, hasLoneSurrogate: Bool) {
    var text: ArraySlice<UInt8> = []
    var hasLoneSurrogate = false
    var offset = range.lowerBound
    while offset < range.upperBound {
      // The two halves of a pair are two escapes.
      var units: [UInt16] = []
      while offset < range.upperBound, self[offset] == "\\" {
        units.append(try readEscape(at: &offset, before: range.upperBound))
      }
      let decoded = String(decoding: units, as: UTF16.self)
      if !decoded.utf16.elementsEqual(units) { hasLoneSurrogate = true }
      text += decoded.utf8
      let plain = self[offset..<range.upperBound].prefix { !($0 == "\\") }
      text += plain
      offset = plain.endIndex
    }
    return (text, hasLoneSurrogate)
  }

  /// Reads an escape from its backslash on, as RFC 8259, section 7, has it.
  private func readEscape(at offset: inout Int, before end: Int) throws(PayloadError) -> UInt16 {
    let byte = self[offset + 1]
    offset += 2
    switch byte {
    case "\"", "\\", "/": return UInt16(byte)
    case "b": return 0x8
    case "t": return 0x9
    case "n": return 0xA
    case "f": return 0xC
    case "r": return 0xD
    case "u":
      var unit: UInt16 = 0
      for _ in 0..<4 {
        guard offset < end, let digit = self[offset].hexValue else {
          throw PayloadError(.invalidEscape, at: offset)
        }
        unit = unit << 4 | UInt16(digit)
        offset += 1
      }
      return unit
    default: throw PayloadError(.invalidEscape, at: offset - 2)
    }
  }
}
