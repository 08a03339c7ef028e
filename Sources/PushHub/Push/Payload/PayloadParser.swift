/// Parses the bytes of one JSON value into a tape in one pass, strictly as in RFC 8259.
///
/// It doesn't recurse, so nesting uses no stack. The time is linear in the number of bytes for any input.
struct PayloadParser {
  private let bytes: ContiguousArray<UInt8>
  private var tape: PayloadTape
  private var offset = 0
  /// The containers that are open, from the outside in.
  private var containers: [Int] = []

  /// The tape of a whole document.
  static func tape(of bytes: ContiguousArray<UInt8>) throws(PayloadError) -> PayloadTape {
    var parser = PayloadParser(bytes: bytes, tape: PayloadTape(bytes: bytes))
    try parser.parse()
    return parser.tape
  }

  private mutating func parse() throws(PayloadError) {
    guard bytes.count <= PushPayload.maximumByteCount else {
      throw PayloadError(.tooLarge, at: PushPayload.maximumByteCount)
    }
    let start = bytes.prefix(2)
    guard !start.contains(0), ![[0xFE, 0xFF], [0xFF, 0xFE]].contains(start) else {
      throw PayloadError(.notUTF8, at: 0)
    }
    // A token takes about twelve bytes with its punctuation, but one text may fill a payload.
    tape.tokens.reserveCapacity(min(bytes.count / 12 + 8, 1024))
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      offset = 3
      let problem = "begins with a byte order mark, which is skipped; send UTF-8 without it."
      tape.report(.byteOrderMark, at: 0, problem)
    }
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
    skipWhitespace()
    if skip(closing) {
      containers.removeLast()
      tape.close(container, before: offset)
      return isObject ? tape.hideRepeatedKeys(of: container) : ()
    }
    if tape.tokens.count > container + 1 {
      try require(",")
      skipWhitespace()
      if skip(closing) { throw PayloadError(.trailingComma, at: offset - 1) }
    }
    if isObject {
      try require("\"")
      try parseString()
      try require(":")
    }
    try parseValue()
  }

  /// Reads a scalar, or the bracket that opens a container.
  private mutating func parseValue() throws(PayloadError) {
    skipWhitespace()
    guard offset < bytes.count else { throw failure(.unexpectedEnd) }
    let start = offset
    let byte = bytes[start]
    switch byte {
    case "\"":
      offset += 1
      try parseString()
    case "{", "[":
      guard containers.count < PushPayload.maximumDepth else { throw failure(.tooDeep) }
      containers.append(tape.tokens.count)
      offset += 1
      tape.append(byte == "{" ? .object : .array, start..<offset)
    case "-", "+", ".": try parseNumber()
    default: try byte.isDigit ? parseNumber() : parseLiteral()
    }
  }

  private mutating func skipWhitespace() {
    while skip(" ") || skip("\n") || skip("\r") || skip("\t") {}
  }

  /// Skips a character if it is the next one.
  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard offset < bytes.count, bytes[offset] == character else { return false }
    offset += 1
    return true
  }

  /// Skips white space and a character.
  private mutating func require(_ character: Unicode.Scalar) throws(PayloadError) {
    skipWhitespace()
    guard skip(character) else { throw failure(.unexpectedByte) }
  }

  /// An error at the next byte, or an unexpected end.
  private func failure(_ code: PayloadError.Code) -> PayloadError {
    PayloadError(offset < bytes.count ? code : .unexpectedEnd, at: offset)
  }
}

// MARK: - Scalars

extension PayloadParser {
  /// Reads a string after its opening quotation mark.
  private mutating func parseString() throws(PayloadError) {
    let start = offset
    let (end, isEscaped) = try endOfString(from: start)
    offset = end
    tape.append(.string, start..<end, isEscaped: isEscaped)
    if isEscaped, try bytes.resolvingEscapes(in: start..<offset).hasLoneSurrogate {
      let problem = "has half of a surrogate pair in its key or text; it reads as U+FFFD."
      tape.report(.loneSurrogate, at: tape.tokens.count - 1, problem)
    }
    offset += 1
  }

  /// Finds the closing quotation mark, and whether there are escapes before it.
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
    let repaired = String(decoding: text, as: UTF8.self).utf8
    guard !text.elementsEqual(repaired) else { return }
    let valid = zip(text, repaired).prefix { $0 == $1 }
    throw PayloadError(.invalidUTF8, at: text.startIndex + valid.count)
  }

  /// Reads a number, without leading zeros, a plus sign or a bare period.
  private mutating func parseNumber() throws(PayloadError) {
    let start = offset
    _ = skip("-")
    let first = offset
    try skipDigits()
    if bytes[first] == "0", offset > first + 1 {
      throw PayloadError(.invalidNumber, at: first + 1)
    }
    if skip(".") { try skipDigits() }
    if skip("e") || skip("E") {
      _ = skip("+") || skip("-")
      try skipDigits()
    }
    tape.append(.number, start..<offset)
  }

  private mutating func skipDigits() throws(PayloadError) {
    guard offset < bytes.count, bytes[offset].isDigit else { throw failure(.invalidNumber) }
    while offset < bytes.count, bytes[offset].isDigit { offset += 1 }
  }

  /// Reads one of the three literals of JSON.
  private mutating func parseLiteral() throws(PayloadError) {
    let start = offset
    let word = String(decoding: bytes[start...].prefix(while: \.isLetter), as: UTF8.self)
    offset += word.utf8.count
    switch word {
    case "null": tape.append(.null, start..<offset)
    case "true", "false": tape.append(.bool, start..<offset)
    case "": throw failure(tape.tokens.isEmpty ? .notJSON : .unexpectedByte)
    default:
      let isCutOff = ["null", "true", "false"].contains { $0.hasPrefix(word) }
      guard isCutOff, offset == bytes.count else { throw PayloadError(.invalidLiteral, at: start) }
      throw failure(.unexpectedEnd)
    }
  }
}
