/// Turns bytes into a tape in one pass, strictly as RFC 8259 has it.
///
/// Nothing recurses: containers that are still open are linked through their tokens, so nesting
/// costs no stack. The time is linear in the bytes for any input.
struct PayloadParser {
  let bytes: ContiguousArray<UInt8>
  let maximumDepth: Int
  var tokens: ContiguousArray<PayloadToken> = []
  private(set) var findings: [PayloadFinding] = []
  private(set) var omittedFindings = 0
  var offset = 0
  private var depth = 0
  private var container = Self.none

  private static let none = UInt32.max

  init(_ bytes: ContiguousArray<UInt8>, maximumDepth: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
  }

  /// Reads the whole payload.
  mutating func parse() throws(PayloadError) {
    let bytes = bytes
    try parse(bytes.span)
  }

  private mutating func parse(_ bytes: Span<UInt8>) throws(PayloadError) {
    guard bytes.count <= PushPayload.maximumByteCount else {
      throw PayloadError(.tooLarge, at: PushPayload.maximumByteCount)
    }
    // A token takes about twelve bytes with its punctuation, but one text may fill a payload.
    tokens.reserveCapacity(min(bytes.count / 12 + 8, 1024))
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      offset = 3
      note(PayloadFinding(code: .byteOrderMark, position: 0))
    }
    skipWhitespace(bytes)
    try requireObject(bytes)
    repeat {
      while try !parseValue(bytes) {}
    } while try parseSeparators(bytes)
    skipWhitespace(bytes)
    guard offset == bytes.count else { throw PayloadError(.trailingContent, at: offset) }
  }

  /// Keeps a finding, or counts it once there are more than are listed.
  mutating func note(_ finding: PayloadFinding) {
    if findings.count < PayloadIssueList.limit {
      findings.append(finding)
    } else {
      omittedFindings += 1
    }
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
  /// Reads a scalar, an empty container, or a container up to its first value.
  ///
  /// Returns whether the value is complete.
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
    let position = UInt32(truncatingIfNeeded: tokens.count)
    append(kind, from: offset, length: 0, next: container)
    container = position
    offset += 1
    skipWhitespace(bytes)
    if offset < bytes.count, bytes[offset] == closing {
      close()
      return true
    }
    tokens[Int(position)].length = 1
    if kind == .object { try parseKey(bytes) }
    return false
  }

  /// Closes containers until another value follows, and reads up to that value.
  ///
  /// Returns false when all containers are closed.
  private mutating func parseSeparators(_ bytes: Span<UInt8>) throws(PayloadError) -> Bool {
    while container != Self.none {
      skipWhitespace(bytes)
      guard offset < bytes.count else { throw PayloadError(.unexpectedEnd, at: offset) }
      let isObject = tokens[Int(container)].kind == .object
      let closing = isObject ? ASCII.closeBrace : ASCII.closeBracket
      if bytes[offset] == ASCII.comma {
        offset += 1
        skipWhitespace(bytes)
        if offset < bytes.count, bytes[offset] == closing {
          throw PayloadError(.trailingComma, at: offset)
        }
        tokens[Int(container)].length += 1
        if isObject { try parseKey(bytes) }
        return true
      }
      guard bytes[offset] == closing else { throw PayloadError(.unexpectedByte, at: offset) }
      close()
    }
    return false
  }

  private mutating func close() {
    let position = Int(container)
    container = tokens[position].next
    tokens[position].next = UInt32(truncatingIfNeeded: tokens.count)
    depth -= 1
    offset += 1
    if tokens[position].kind == .object, tokens[position].length > 1 {
      shadowDuplicates(in: position)
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

  mutating func append(_ kind: PayloadToken.Kind, from start: Int, length: Int, next: UInt32) {
    tokens.append(
      PayloadToken(
        start: UInt32(truncatingIfNeeded: start),
        length: UInt32(truncatingIfNeeded: length),
        next: next,
        kind: kind
      )
    )
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
