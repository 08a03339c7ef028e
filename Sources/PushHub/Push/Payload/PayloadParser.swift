/// Turns bytes into a tape in one pass, strictly as RFC 8259 has it.
///
/// Nothing recurses: containers that are still open are linked through their tokens, so nesting
/// costs no stack. The time is linear in the bytes for any input.
struct PayloadParser {
  private(set) var tape: PayloadTape
  private(set) var findings = PayloadFindings()
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
      findings.append(PayloadFinding(code: .byteOrderMark, position: 0))
    }
    skipWhitespace(bytes)
    try requireObject(bytes)
    repeat {
      while try !parseValue(bytes) {}
    } while try parseSeparators(bytes)
    skipWhitespace(bytes)
    guard offset == bytes.count else { throw PayloadError(.trailingContent, at: offset) }
  }

  private func requireObject(_ bytes: Span<UInt8>) throws(PayloadError) {
    guard offset < bytes.count else { throw PayloadError(.empty, at: offset) }
    switch bytes[offset] {
    case ASCII.openBrace: return
    case ASCII.openBracket, ASCII.quote, ASCII.minus, ASCII.zero...ASCII.nine:
      throw PayloadError(.notAnObject, at: offset)
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      throw PayloadError(.notAnObject, at: offset)
    default: throw PayloadError(.unexpectedByte, at: offset)
    }
  }
}

// MARK: - Structure

extension PayloadParser {
  /// Reads a scalar, or a container up to its first value or, if it is empty, its closing bracket.
  ///
  /// Returns whether separators follow, and no value.
  private mutating func parseValue(_ bytes: Span<UInt8>) throws(PayloadError) -> Bool {
    guard offset < bytes.count else { throw PayloadError(.unexpectedEnd, at: offset) }
    switch bytes[offset] {
    case ASCII.quote: try parseString(bytes)
    case ASCII.openBrace: return try open(.object, closing: ASCII.closeBrace, bytes)
    case ASCII.openBracket: return try open(.array, closing: ASCII.closeBracket, bytes)
    default: try parseScalar(bytes)
    }
    return true
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
    while let container {
      skipWhitespace(bytes)
      guard offset < bytes.count else { throw PayloadError(.unexpectedEnd, at: offset) }
      let isObject = tape.tokens[container].kind == .object
      let closing = isObject ? ASCII.closeBrace : ASCII.closeBracket
      if bytes[offset] == ASCII.comma {
        offset += 1
        skipWhitespace(bytes)
        if offset < bytes.count, bytes[offset] == closing {
          throw PayloadError(.trailingComma, at: offset)
        }
        if isObject { try parseKey(bytes) }
        return true
      }
      guard bytes[offset] == closing else { throw PayloadError(.unexpectedByte, at: offset) }
      close()
    }
    return false
  }

  private mutating func close() {
    guard let position = container else { return }
    depth -= 1
    offset += 1
    container = tape.close(position, before: offset)
    guard tape.tokens[position].kind == .object else { return }
    for key in tape.shadowDuplicates(in: position) {
      findings.append(PayloadFinding(code: .duplicateKey, position: key))
    }
  }

  /// Reads a key and its colon, up to the value.
  private mutating func parseKey(_ bytes: Span<UInt8>) throws(PayloadError) {
    guard offset < bytes.count else { throw PayloadError(.unexpectedEnd, at: offset) }
    guard bytes[offset] == ASCII.quote else { throw PayloadError(.unexpectedByte, at: offset) }
    try parseString(bytes)
    skipWhitespace(bytes)
    guard offset < bytes.count else { throw PayloadError(.unexpectedEnd, at: offset) }
    guard bytes[offset] == ASCII.colon else { throw PayloadError(.unexpectedByte, at: offset) }
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
    let string = try PayloadString.scan(bytes, from: offset + 1)
    if string.hasLoneSurrogate {
      findings.append(PayloadFinding(code: .loneSurrogate, position: tape.tokens.count))
    }
    tape.append(.string, from: offset + 1, to: string.end, flags: string.flags)
    offset = string.end + 1
  }

  /// Reads a number or one of the three literals.
  private mutating func parseScalar(_ bytes: Span<UInt8>) throws(PayloadError) {
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
      tape.append(.number, from: offset, to: end)
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
    tape.append(kind, from: start, to: end)
    offset = end
  }
}
