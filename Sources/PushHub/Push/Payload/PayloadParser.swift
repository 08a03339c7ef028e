/// Turns bytes into a tape in one pass, strictly as RFC 8259 has it.
///
/// Nothing recurses: containers that are still open are linked through their tokens, so nesting
/// costs no stack. The time is linear in the bytes for any input.
struct PayloadParser {
  private(set) var tape: PayloadTape
  private let maximumDepth: Int
  private var offset = 0
  private var depth = 0
  private var container: Int?

  init(_ bytes: ContiguousArray<UInt8>, maximumDepth: Int) {
    tape = PayloadTape(bytes: bytes)
    self.maximumDepth = maximumDepth
  }

  /// Reads the whole payload.
  mutating func parse() throws(PayloadError) {
    let bytes = tape.bytes
    try parse(bytes.span)
  }

  private mutating func parse(_ bytes: Span<UInt8>) throws(PayloadError) {
    guard bytes.count <= PushPayload.maximumByteCount else {
      throw PayloadError(.tooLarge, at: PushPayload.maximumByteCount)
    }
    // A token takes about twelve bytes with its punctuation, but one text may fill a payload.
    tape.tokens.reserveCapacity(min(bytes.count / 12 + 8, 1024))
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      offset = 3
      let problem = "begins with a byte order mark, which is skipped; send UTF-8 without it."
      tape.report(.byteOrderMark, at: 0, problem)
    }
    skipWhitespace(bytes)
    guard offset < bytes.count else { throw PayloadError(.empty, at: offset) }
    guard bytes[offset] == ASCII.openBrace else { throw PayloadError(.notAnObject, at: offset) }
    repeat {
      while try !parseValue(bytes) {}
    } while try parseSeparators(bytes)
    skipWhitespace(bytes)
    guard offset == bytes.count else { throw PayloadError(.trailingContent, at: offset) }
  }
}

// MARK: - Structure

extension PayloadParser {
  /// Reads a scalar, or a container up to its first value or, if it is empty, its closing bracket.
  ///
  /// Returns whether separators follow, and no value.
  private mutating func parseValue(_ bytes: Span<UInt8>) throws(PayloadError) -> Bool {
    switch try byte(bytes) {
    case ASCII.quote: try parseString(bytes)
    case ASCII.openBrace: return try open(.object, closing: ASCII.closeBrace, bytes)
    case ASCII.openBracket: return try open(.array, closing: ASCII.closeBracket, bytes)
    default: try parseScalar(bytes)
    }
    return true
  }

  private func byte(_ bytes: Span<UInt8>) throws(PayloadError) -> UInt8 {
    guard offset < bytes.count else { throw PayloadError(.unexpectedEnd, at: offset) }
    return bytes[offset]
  }

  private mutating func open(
    _ kind: PayloadToken.Kind,
    closing: UInt8,
    _ bytes: Span<UInt8>
  ) throws(PayloadError) -> Bool {
    guard depth < maximumDepth else { throw PayloadError(.tooDeep, at: offset) }
    depth += 1
    container = tape.open(kind, at: offset, in: container)
    offset += 1
    skipWhitespace(bytes)
    if offset < bytes.count, bytes[offset] == closing { return true }
    if kind == .object { try parseKey(bytes) }
    return false
  }

  /// Closes containers until another value follows, and reads up to that value.
  ///
  /// Returns false when all containers are closed.
  private mutating func parseSeparators(_ bytes: Span<UInt8>) throws(PayloadError) -> Bool {
    while let open = container {
      skipWhitespace(bytes)
      let isObject = tape.tokens[open].kind == .object
      let closing = isObject ? ASCII.closeBrace : ASCII.closeBracket
      let byte = try byte(bytes)
      if byte == ASCII.comma {
        offset += 1
        skipWhitespace(bytes)
        if offset < bytes.count, bytes[offset] == closing {
          throw PayloadError(.trailingComma, at: offset)
        }
        if isObject { try parseKey(bytes) }
        return true
      }
      guard byte == closing else { throw PayloadError(.unexpectedByte, at: offset) }
      offset += 1
      depth -= 1
      container = tape.close(open, before: offset)
    }
    return false
  }

  /// Reads a key and its colon, up to the value.
  private mutating func parseKey(_ bytes: Span<UInt8>) throws(PayloadError) {
    guard try byte(bytes) == ASCII.quote else { throw PayloadError(.unexpectedByte, at: offset) }
    try parseString(bytes)
    skipWhitespace(bytes)
    guard try byte(bytes) == ASCII.colon else { throw PayloadError(.unexpectedByte, at: offset) }
    offset += 1
    skipWhitespace(bytes)
  }

  private mutating func skipWhitespace(_ bytes: Span<UInt8>) {
    while offset < bytes.count, bytes[offset] <= ASCII.space {
      switch bytes[offset] {
      case ASCII.space, ASCII.newline, ASCII.carriageReturn, ASCII.tab: offset += 1
      default: return
      }
    }
  }
}

// MARK: - Scalars

extension PayloadParser {
  /// Reads a string from its opening to its closing quotation mark.
  private mutating func parseString(_ bytes: Span<UInt8>) throws(PayloadError) {
    let start = offset + 1
    var end = start
    var union: UInt8 = 0
    var flags: PayloadToken.Flags = []
    var hasLoneSurrogate = false
    while true {
      guard end < bytes.count else { throw PayloadError(.unexpectedEnd, at: end) }
      let byte = bytes[end]
      if byte == ASCII.quote { break }
      if byte == ASCII.backslash {
        flags = .escaped
        if try JSONEscape.read(bytes, &end) == nil { hasLoneSurrogate = true }
      } else {
        guard byte >= ASCII.space else { throw PayloadError(.controlCharacter, at: end) }
        union |= byte
        end += 1
      }
    }
    if union >= 0x80 { try requireUTF8(tape.bytes[start..<end]) }
    tape.append(.string, from: start, to: end, flags: flags)
    offset = end + 1
    if hasLoneSurrogate {
      let problem = "has half of a surrogate pair in its key or text; it reads as U+FFFD."
      tape.report(.loneSurrogate, at: tape.tokens.count - 1, problem)
    }
  }

  private func requireUTF8(_ text: ArraySlice<UInt8>) throws(PayloadError) {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = text.makeIterator()
    var offset = text.startIndex
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar): offset += scalar.count
      case .emptyInput: return
      case .error: throw PayloadError(.invalidUTF8, at: offset)
      }
    }
  }

  /// Reads a number or one of the three literals.
  private mutating func parseScalar(_ bytes: Span<UInt8>) throws(PayloadError) {
    switch bytes[offset] {
    case ASCII.minus, ASCII.plus, ASCII.period, ASCII.zero...ASCII.nine:
      let end = try JSONNumber.end(in: bytes, from: offset)
      tape.append(.number, from: offset, to: end)
      offset = end
    case UInt8(ascii: "t"): try parse("true", as: .true, bytes)
    case UInt8(ascii: "f"): try parse("false", as: .false, bytes)
    case UInt8(ascii: "n"): try parse("null", as: .null, bytes)
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
      throw PayloadError(.invalidLiteral, at: offset)
    default: throw PayloadError(.unexpectedByte, at: offset)
    }
  }

  private mutating func parse(
    _ literal: String,
    as kind: PayloadToken.Kind,
    _ bytes: Span<UInt8>
  ) throws(PayloadError) {
    let start = offset
    for expected in literal.utf8 {
      guard try byte(bytes) == expected else { throw PayloadError(.invalidLiteral, at: start) }
      offset += 1
    }
    tape.append(kind, from: start, to: offset)
  }
}
