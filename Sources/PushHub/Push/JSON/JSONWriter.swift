/// JSON text under construction.
struct JSONWriter {
  /// How numbers are written.
  enum Numbers {
    case asWritten
    case canonical
  }

  private(set) var bytes: ContiguousArray<UInt8> = []

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes a string with only those escapes that RFC 8259 demands.
  mutating func write(string: String) {
    append(ASCII.quote)
    for byte in string.utf8 {
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

  /// Writes a value without white space, objects in the order of their keys.
  mutating func write(_ value: JSONValue, numbers: Numbers = .asWritten) {
    switch value {
    case .null: append("null")
    case .bool(let bool): append(bool ? "true" : "false")
    case .number(let number):
      append(numbers == .canonical ? number.canonicalText : number.text)
    case .string(let string): write(string: string)
    case .array(let elements): write(elements, numbers: numbers)
    case .object(let members): write(members, numbers: numbers)
    }
  }

  private mutating func write(_ elements: [JSONValue], numbers: Numbers) {
    var separator = ASCII.openBracket
    for element in elements {
      append(separator)
      write(element, numbers: numbers)
      separator = ASCII.comma
    }
    append(elements.isEmpty ? "[]" : "]")
  }

  private mutating func write(_ members: [String: JSONValue], numbers: Numbers) {
    var separator = ASCII.openBrace
    for (key, value) in members.sorted(by: { $0.key < $1.key }) {
      append(separator)
      write(string: key)
      append(ASCII.colon)
      write(value, numbers: numbers)
      separator = ASCII.comma
    }
    append(members.isEmpty ? "{}" : "}")
  }
}
