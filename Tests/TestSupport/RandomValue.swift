import PushHub

/// Random values, and the many ways to write one.
struct RandomValue {
  var generator: SeededGenerator

  private static let texts = [
    "", "a", "title", "gcm.message_id", "é", "😀", "\0", "\n\t\"\\/", "a b", "\u{2028}", "漢字",
  ]

  mutating func object(depth: Int) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      members[text()] = value(depth: depth - 1)
    }
    return members
  }

  private mutating func value(depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2: return .number(JSONNumber(Int64.random(in: .min ... .max, using: &generator)))
    case 3:
      return JSONNumber(Double.random(in: -1e6...1e6, using: &generator)).map { .number($0) } ?? 0
    case 4, 5: return .string(text())
    case 6:
      let count = Int.random(in: 0...4, using: &generator)
      return .array((0..<count).map { _ in value(depth: depth - 1) })
    default: return .object(object(depth: depth))
    }
  }

  private mutating func text() -> String {
    Self.texts.randomElement(using: &generator) ?? ""
  }

  /// The value as JSON, with white space and escapes where they don't matter.
  mutating func write(_ value: JSONValue) -> String {
    switch value {
    case .array(let elements):
      let parts = elements.map { write($0) }
      return "[" + space() + parts.joined(separator: "," + space()) + space() + "]"
    case .object(let members):
      let parts = members.map { write(.string($0)) + space() + ":" + space() + write($1) }
      return "{" + space() + parts.joined(separator: space() + ",") + space() + "}"
    case .string(let text):
      return "\"" + text.utf16.map { write(unit: $0) }.joined() + "\""
    default:
      return value.jsonText
    }
  }

  private mutating func space() -> String {
    ["", "", " ", "\n", "\t\r\n "].randomElement(using: &generator) ?? ""
  }

  private mutating func write(unit: UInt16) -> String {
    let isPlain = (0x20..<0x7F).contains(unit) && unit != 0x22 && unit != 0x5C
    if isPlain, Bool.random(using: &generator) { return String(UnicodeScalar(UInt8(unit))) }
    let digits = String(unit, radix: 16, uppercase: Bool.random(using: &generator))
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
