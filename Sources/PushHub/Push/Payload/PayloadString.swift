/// A string that has been scanned: where it ends, and what there is to know about its bytes.
struct PayloadString {
  /// The offset of the closing quotation mark.
  let end: Int
  let flags: PayloadToken.Flags
  let hasLoneSurrogate: Bool
}

extension PayloadString {
  /// Reads a string from behind its opening quotation mark to its closing one.
  static func scan(_ bytes: Span<UInt8>, from start: Int) throws(PayloadError) -> PayloadString {
    var end = start
    var flags: PayloadToken.Flags = []
    var hasLoneSurrogate = false
    while end < bytes.count {
      let byte = bytes[end]
      if byte == ASCII.quote {
        return PayloadString(end: end, flags: flags, hasLoneSurrogate: hasLoneSurrogate)
      } else if byte == ASCII.backslash {
        flags.insert(.escaped)
        end = try skipEscape(bytes, from: end, &hasLoneSurrogate)
      } else if byte >= 0x80 {
        flags.insert(.nonASCII)
        end = try skipScalar(bytes, from: end)
      } else if byte >= ASCII.space {
        end += 1
      } else {
        throw PayloadError(.controlCharacter, at: end)
      }
    }
    throw PayloadError(.unexpectedEnd, at: end)
  }

  /// What there is to know of text that ends the bytes and isn't scanned yet: whether it must be
  /// escaped, and whether it is all ASCII.
  static func flags(ofUnescaped bytes: Span<UInt8>, from start: Int) -> PayloadToken.Flags {
    var union: UInt8 = 0
    var mustEscape = false
    var offset = start
    while offset < bytes.count {
      let byte = bytes[offset]
      union |= byte
      if byte < ASCII.space || byte == ASCII.quote || byte == ASCII.backslash { mustEscape = true }
      offset += 1
    }
    let flags: PayloadToken.Flags = union < 0x80 ? [] : .nonASCII
    return mustEscape ? flags.union(.escaped) : flags
  }

  /// Steps over one escape, and over the second half of a surrogate pair with the first.
  private static func skipEscape(
    _ bytes: Span<UInt8>,
    from start: Int,
    _ hasLoneSurrogate: inout Bool
  ) throws(PayloadError) -> Int {
    guard start + 1 < bytes.count else { throw PayloadError(.unexpectedEnd, at: start + 1) }
    switch bytes[start + 1] {
    case ASCII.quote, ASCII.backslash, ASCII.slash, UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start + 2
    case UInt8(ascii: "u"):
      let unit = try codeUnit(bytes, at: start + 2)
      guard UTF16.isSurrogate(unit) else { return start + 6 }
      if UTF16.isLeadSurrogate(unit), try hasTrailSurrogate(bytes, at: start + 6) {
        return start + 12
      }
      hasLoneSurrogate = true
      return start + 6
    default: throw PayloadError(.invalidEscape, at: start)
    }
  }

  private static func hasTrailSurrogate(
    _ bytes: Span<UInt8>,
    at start: Int
  ) throws(PayloadError) -> Bool {
    guard start + 1 < bytes.count, bytes[start] == ASCII.backslash,
      bytes[start + 1] == UInt8(ascii: "u")
    else { return false }
    return UTF16.isTrailSurrogate(try codeUnit(bytes, at: start + 2))
  }

  private static func codeUnit(_ bytes: Span<UInt8>, at start: Int) throws(PayloadError) -> UInt16 {
    var unit: UInt16 = 0
    for offset in start..<start + 4 {
      guard offset < bytes.count else { throw PayloadError(.unexpectedEnd, at: offset) }
      guard let digit = ASCII.hexValue(bytes[offset]) else {
        throw PayloadError(.invalidEscape, at: offset)
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// Steps over one scalar beyond ASCII, well formed as table 3-7 of the Unicode Standard has it.
  private static func skipScalar(_ bytes: Span<UInt8>, from start: Int) throws(PayloadError) -> Int
  {
    let second: ClosedRange<UInt8>
    let length: Int
    switch bytes[start] {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw PayloadError(.invalidUTF8, at: start)
    }
    for offset in start + 1..<start + length {
      guard offset < bytes.count else { throw PayloadError(.unexpectedEnd, at: offset) }
      let isFollowing = offset == start + 1 ? second ~= bytes[offset] : bytes[offset] & 0xC0 == 0x80
      guard isFollowing else { throw PayloadError(.invalidUTF8, at: offset) }
    }
    return start + length
  }
}
