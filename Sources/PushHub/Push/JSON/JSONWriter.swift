/// JSON text under construction.
struct JSONWriter {
  private(set) var bytes: ContiguousArray<UInt8> = []

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  mutating func append(_ slice: ArraySlice<UInt8>) {
    bytes.append(contentsOf: slice)
  }

  /// Writes a string with only those escapes that RFC 8259 demands.
  mutating func write(string: String) {
    write(string: string.utf8)
  }

  /// Writes the UTF-8 of a string with only those escapes that RFC 8259 demands.
  mutating func write(string: some Sequence<UInt8>) {
    append(ASCII.quote)
    for byte in string {
      switch byte {
      case ASCII.quote, ASCII.backslash:
        append(ASCII.backslash)
        append(byte)
      case ..<ASCII.space:
        append("\\u00")
        append(ASCII.hexDigit(byte >> 4))
        append(ASCII.hexDigit(byte & 15))
      default:
        append(byte)
      }
    }
    append(ASCII.quote)
  }

  private enum Step {
    case value(JSONValue)
    case name(String)
    case byte(UInt8)
  }

  /// Writes a value without white space, objects in the order of the bytes of their keys.
  mutating func write(_ value: JSONValue) {
    // A list of what is still to be written, last things first, in place of recursion.
    var steps: [Step] = [.value(value)]
    while let step = steps.popLast() {
      switch step {
      case .byte(let byte): append(byte)
      case .name(let name):
        write(string: name)
        append(ASCII.colon)
      case .value(.array(let elements)):
        append(ASCII.openBracket)
        steps.append(.byte(ASCII.closeBracket))
        for (index, element) in elements.enumerated().reversed() {
          steps.append(.value(element))
          if index > 0 { steps.append(.byte(ASCII.comma)) }
        }
      case .value(.object(let members)):
        append(ASCII.openBrace)
        steps.append(.byte(ASCII.closeBrace))
        let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        for (index, member) in sorted.enumerated().reversed() {
          steps.append(.value(member.value))
          steps.append(.name(member.key))
          if index > 0 { steps.append(.byte(ASCII.comma)) }
        }
      case .value(let scalar): write(scalar: scalar)
      }
    }
  }

  private mutating func write(scalar: JSONValue) {
    switch scalar {
    case .bool(let bool): append(bool ? "true" : "false")
    case .number(let number): append(number.text)
    case .string(let string): write(string: string)
    case .null, .array, .object: append("null")
    }
  }
}
