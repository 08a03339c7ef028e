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
    let end = Int(tokens[position].next)
    guard end > position + 1 else { return leaf(tokens[position]) }
    // From the last token to the first, a container finds its content complete, without recursion.
    var content: [JSONValue] = []
    for index in (position..<end).reversed() {
      let token = tokens[index]
      switch token.kind {
      case .array: content.append(.array(collectElements(of: index, from: &content)))
      case .object: content.append(.object(collectMembers(of: index, from: &content)))
      default: content.append(leaf(token))
      }
    }
    return content.last ?? .null
  }

  /// A scalar, or a container without content.
  private func leaf(_ token: PayloadToken) -> JSONValue {
    switch token.kind {
    case .null: .null
    case .false: .bool(false)
    case .true: .bool(true)
    case .number: .number(JSONNumber(validated: text(of: token)))
    case .string: .string(text(of: token))
    case .array: .array([])
    case .object: .object([:])
    }
  }

  /// Takes the elements off the end one by one: a slice of what is collected would keep it alive,
  /// and each array would then copy everything collected before it.
  private func collectElements(of array: Int, from content: inout [JSONValue]) -> [JSONValue] {
    var elements: [JSONValue] = []
    for _ in children(of: array) {
      if let element = content.popLast() { elements.append(element) }
    }
    return elements
  }

  private func collectMembers(
    of object: Int,
    from content: inout [JSONValue]
  ) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    for position in children(of: object) {
      let flags = tokens[position].flags
      if case .string(let key)? = content.popLast(), let value = content.popLast(),
        !flags.contains(.shadowed)
      {
        members.insert(value, forKey: flags.isEmpty ? key : key.streamSafe)
      }
    }
    return members
  }

  /// The values of an object by name, but not those that are excluded.
  func members(of object: Int, except excluded: [KeyPattern]) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    for key in keys(of: object) where !excluded.contains(where: { $0.matches(key, in: self) }) {
      members.insert(value(at: key + 1), forKey: text(of: tokens[key]).streamSafe)
    }
    return members
  }

  private func text(of token: PayloadToken) -> String {
    String(decoding: token.content(in: bytes), as: UTF8.self)
  }
}

extension [String: JSONValue] {
  /// Adds a member; of names that only differ in their bytes the one that sorts last stays, so
  /// that the order in which they were written doesn't matter.
  fileprivate mutating func insert(_ value: JSONValue, forKey name: String) {
    guard let other = updateValue(value, forKey: name), let index = index(forKey: name) else {
      return
    }
    let (otherName, _) = remove(at: index)
    let isLater = otherName.utf8.lexicographicallyPrecedes(name.utf8)
    self[isLater ? name : otherName] = isLater ? value : other
  }
}

extension String {
  /// The text in the stream-safe format of Unicode: U+034F after every 30 combining marks in a row.
  ///
  /// Hashing a `String` sorts each run of combining marks, which takes quadratic time in the length of
  /// the run; a key of a dictionary must not. See [UAX 15, section 13](https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format).
  var streamSafe: String {
    guard utf8.count > 60 else { return self }
    var safe = String.UnicodeScalarView()
    var marks = 0
    for scalar in unicodeScalars {
      marks = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks + 1
      if marks > 30 {
        safe.append("\u{34F}")
        marks = 1
      }
      safe.append(scalar)
    }
    return String(safe)
  }
}
