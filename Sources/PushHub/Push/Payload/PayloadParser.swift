/// Turns bytes into a tape in one pass, strictly as RFC 8259 has it.
///
/// Nothing recurses, so nesting costs no stack. The time is linear in the bytes for any input.
struct PayloadParser {
  private let bytes: ContiguousArray<UInt8>
  private let maximumDepth: Int
  private var tape: PayloadTape
  private var offset = 0
  /// The containers that are open, from the outside in.
  private var containers: [Int] = []

  /// The tape of a whole payload.
  ///
  /// - Parameter issues: What is strange about it already.
  static func tape(
    of bytes: ContiguousArray<UInt8>,
    maximumDepth: Int,
    issues: PayloadIssueList = PayloadIssueList()
  ) throws(PayloadError) -> PayloadTape {
    let tape = PayloadTape(bytes: bytes, issues: issues)
    var parser = PayloadParser(bytes: bytes, maximumDepth: maximumDepth, tape: tape)
    try parser.parse()
    return parser.tape
  }

  private mutating func parse() throws(PayloadError) {
    guard bytes.count <= PushPayload.maximumByteCount else {
      throw PayloadError(.tooLarge, at: PushPayload.maximumByteCount)
    }
    // A token takes about twelve bytes with its punctuation, but one text may fill a payload.
    tape.tokens.reserveCapacity(min(bytes.count / 12 + 8, 1024))
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      offset = 3
      let problem = "begins with a byte order mark, which is skipped; send UTF-8 without it."
      tape.report(.byteOrderMark, at: 0, problem)
    }
    skipWhitespace()
    guard offset < bytes.count else { throw PayloadError(.empty, at: offset) }
    guard bytes[offset] == "{" else { throw PayloadError(.notAnObject, at: offset) }
    try parseValue()
    while let container = containers.last { try parseNext(in: container) }
    skipWhitespace()
    guard offset == bytes.count else { throw PayloadError(.trailingContent, at: offset) }
  }
}

// MARK: - Structure

extension PayloadParser {
  /// Reads an entry of a container, with the comma before it, or the closing bracket.
  private mutating func parseNext(in container: Int) throws(PayloadError) {
    let isObject = tape.tokens[container].kind == .object
    let closing: Unicode.Scalar = isObject ? "}" : "]"
    let byte = try nextByte()
    if byte == closing {
      offset += 1
      containers.removeLast()
      return tape.close(container, before: offset)
    }
    if tape.tokens.count > container + 1 {
      guard byte == "," else { throw PayloadError(.unexpectedByte, at: offset) }
      offset += 1
      if try nextByte() == closing { throw PayloadError(.trailingComma, at: offset) }
    }
    if isObject {
      guard try nextByte() == "\"" else { throw PayloadError(.unexpectedByte, at: offset) }
      try parseString()
      guard try nextByte() == ":" else { throw PayloadError(.unexpectedByte, at: offset) }
      offset += 1
    }
    try parseValue()
  }

  /// Reads a scalar, or the bracket that opens a container.
  private mutating func parseValue() throws(PayloadError) {
    let byte = try nextByte()
    switch byte {
    case "\"": try parseString()
    case "{", "[":
      guard containers.count < maximumDepth else { throw PayloadError(.tooDeep, at: offset) }
      containers.append(tape.tokens.count)
      append(byte == "{" ? .object : .array, to: offset + 1)
    case "-", "+", ".": try parseNumber()
    default: try byte.isDigit ? parseNumber() : parseLiteral()
    }
  }

  private mutating func append(_ kind: PayloadToken.Kind, to end: Int) {
    tape.append(kind, from: offset, to: end)
    offset = end
  }

  /// The first byte that is no white space.
  private mutating func nextByte() throws(PayloadError) -> UInt8 {
    skipWhitespace()
    guard offset < bytes.count else { throw PayloadError(.unexpectedEnd, at: offset) }
    return bytes[offset]
  }

  private mutating func skipWhitespace() {
    while offset < bytes.count, bytes[offset] <= 0x20 {
      switch bytes[offset] {
      case " ", "\n", "\r", "\t": offset += 1
      default: return
      }
    }
  }
}

// MARK: - Scalars

extension PayloadParser {
  /// Reads a string from its opening to its closing quotation mark.
  private mutating func parseString() throws(PayloadError) {
    let start = offset + 1
    let (end, isEscaped) = try endOfString(from: start)
    tape.append(.string, from: start, to: end, isEscaped: isEscaped)
    offset = end + 1
    if isEscaped, try bytes.resolvingEscapes(in: start..<end).hasLoneSurrogate {
      let problem = "has half of a surrogate pair in its key or text; it reads as U+FFFD."
      tape.report(.loneSurrogate, at: tape.tokens.count - 1, problem)
    }
  }

  /// Where the closing quotation mark is, and whether there are escapes before it.
  private func endOfString(from start: Int) throws(PayloadError) -> (end: Int, isEscaped: Bool) {
    let span = bytes.span
    var end = start
    var union: UInt8 = 0
    var isEscaped = false
    while end < span.count, !(span[end] == "\"") {
      guard span[end] >= 0x20 else { throw PayloadError(.controlCharacter, at: end) }
      union |= span[end]
      if span[end] == "\\" {
        isEscaped = true
        end += 1
      }
      end += 1
    }
    guard end < span.count else { throw PayloadError(.unexpectedEnd, at: span.count) }
    if union >= 0x80 { try requireUTF8(bytes[start..<end]) }
    return (end, isEscaped)
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

  private mutating func parseNumber() throws(PayloadError) {
    append(.number, to: try JSONNumber.end(in: bytes, from: offset))
  }

  /// Reads one of the three words of JSON.
  private mutating func parseLiteral() throws(PayloadError) {
    let word = bytes[offset...].prefix(while: \.isLetter)
    guard word.endIndex < bytes.count else { throw PayloadError(.unexpectedEnd, at: bytes.count) }
    switch String(decoding: word, as: UTF8.self) {
    case "null": append(.null, to: word.endIndex)
    case "true", "false": append(.bool, to: word.endIndex)
    case let text: throw PayloadError(text.isEmpty ? .unexpectedByte : .invalidLiteral, at: offset)
    }
  }
}
