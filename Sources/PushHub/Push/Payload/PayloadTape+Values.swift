extension PayloadTape {
  /// The string at a position, or nil for another kind.
  func string(at position: Int) -> String? {
    let token = tokens[position]
    guard token.kind == .string else { return nil }
    return text(of: token)
  }

  /// The number at a position, or nil for another kind.
  func number(at position: Int) -> JSONNumber? {
    let token = tokens[position]
    guard token.kind == .number else { return nil }
    return JSONNumber(validated: text(of: token))
  }

  /// The boolean at a position, or nil for another kind.
  func bool(at position: Int) -> Bool? {
    switch tokens[position].kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// Everything at and below a position.
  func value(at position: Int) -> JSONValue {
    let token = tokens[position]
    switch token.kind {
    case .null: return .null
    case .false: return .bool(false)
    case .true: return .bool(true)
    case .number: return .number(JSONNumber(validated: text(of: token)))
    case .string: return .string(text(of: token))
    case .array: return .array(elements(of: position).map(value(at:)))
    case .object: return .object(members(of: position))
    }
  }

  /// The values of an object by name.
  func members(of object: Int, except isExcluded: (String) -> Bool = { _ in false })
    -> [String: JSONValue]
  {
    var members: [String: JSONValue] = [:]
    for key in keys(of: object) {
      let name = text(of: tokens[key])
      if !isExcluded(name) { members[name] = value(at: key + 1) }
    }
    return members
  }

  private func text(of token: PayloadToken) -> String { token.text(in: bytes) }
}

extension PayloadToken {
  /// The text of a string, its escapes resolved, or the digits of a number.
  func text(in bytes: ContiguousArray<UInt8>) -> String {
    let content = bytes[Int(start)..<Int(start + length)]
    guard flags.contains(.escaped) else { return String(decoding: content, as: UTF8.self) }
    return JSONEscapes.resolve(content)
  }
}
