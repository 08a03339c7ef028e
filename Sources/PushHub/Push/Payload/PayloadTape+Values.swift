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
    // From the last token to the first, a container finds its content complete, without recursion.
    var content: [JSONValue] = []
    for index in (position..<Int(tokens[position].next)).reversed() {
      let token = tokens[index]
      switch token.kind {
      case .null: content.append(.null)
      case .false: content.append(.bool(false))
      case .true: content.append(.bool(true))
      case .number: content.append(.number(JSONNumber(validated: text(of: token))))
      case .string: content.append(.string(text(of: token)))
      case .array:
        let elements = content.suffix(Int(token.length))
        content.removeLast(elements.count)
        content.append(.array(elements.reversed()))
      case .object: content.append(.object(collectMembers(of: index, from: &content)))
      }
    }
    return content.last ?? .null
  }

  private func collectMembers(of object: Int, from content: inout [JSONValue]) -> [String:
    JSONValue]
  {
    var members: [String: JSONValue] = [:]
    members.reserveCapacity(Int(tokens[object].length))
    var position = object + 1
    while position < Int(tokens[object].next) {
      if case .string(let key)? = content.popLast(), let value = content.popLast(),
        !tokens[position].flags.contains(.shadowed)
      {
        members[key] = value
      }
      position = Int(tokens[position + 1].next)
    }
    return members
  }

  /// The values of an object by name, but not those that are excluded.
  func members(of object: Int, except isExcluded: (String) -> Bool) -> [String: JSONValue] {
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
