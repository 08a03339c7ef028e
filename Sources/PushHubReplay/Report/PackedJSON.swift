import PushHub

/// Writes JSON in which what was there before is a number, so that long reports are short files.
///
/// A text that was there before is -1 - *n*, where *n* counts the texts from 0. An object with the keys
/// of one that was there before is an array: the number of these keys, from 1, and the values in the
/// order of the keys. So an array that begins with a number from 0 on has a 0 before it, and a number
/// below 0 is `{"":number}`.
struct PackedJSON {
  private var texts: [String: Int] = [:]
  private var shapes: [[String]: Int] = [:]

  mutating func pack(_ value: JSONValue) -> JSONValue {
    switch value {
    case .null, .bool: return value
    case .number(let number): return number.isNegative ? ["": value] : value
    case .string(let text):
      if let place = texts[text] { return JSONValue(-1 - place) }
      texts[text] = texts.count
      return value
    case .array(let values):
      let packed = values.map { pack($0) }
      guard case .number(let first)? = packed.first, !first.isNegative else {
        return .array(packed)
      }
      return .array([0] + packed)
    case .object(let members):
      let keys = members.keys.sorted()
      let shape = shapes[keys]
      if shape == nil {
        shapes[keys] = shapes.count + 1
      }
      let values = keys.map { pack(members[$0] ?? .null) }
      guard let shape else { return .object(Dictionary(uniqueKeysWithValues: zip(keys, values))) }
      return .array([JSONValue(shape)] + values)
    }
  }
}

extension JSONNumber {
  fileprivate var isNegative: Bool { text.utf8.first == UInt8(ascii: "-") }
}
