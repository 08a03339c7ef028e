/// A payload's bytes and the tape that says where in them each value lies.
///
/// Positions of values are indices into `tokens`; the root is at 0.
struct PayloadTape: Sendable {
  let bytes: ContiguousArray<UInt8>
  let tokens: ContiguousArray<PayloadToken>
}

extension PayloadTape {
  /// The position of the value that counts for a key, or nil.
  ///
  /// Keys are compared byte for byte, their escapes resolved.
  /// - Complexity: O(*n*) in the number of the object's own keys.
  func value(for key: String, in object: Int) -> Int? {
    guard tokens[object].kind == .object else { return nil }
    let length = key.utf8.count
    let end = Int(tokens[object].next)
    var position = object + 1
    while position < end {
      let token = tokens[position]
      if !token.flags.contains(.shadowed), isKey(token, key, length: length) {
        return position + 1
      }
      position = Int(tokens[position + 1].next)
    }
    return nil
  }

  /// Whether a key's token has this text, whose UTF-8 has this length.
  func isKey(_ token: PayloadToken, _ key: String, length: Int) -> Bool {
    guard !token.flags.contains(.escaped) else {
      return token.content(in: bytes).elementsEqual(key.utf8)
    }
    guard token.length == length else { return false }
    var offset = Int(token.start)
    for byte in key.utf8 {
      if bytes[offset] != byte { return false }
      offset += 1
    }
    return true
  }

  /// Whether a key's token begins with this text, whose UTF-8 has this length.
  func isKey(_ token: PayloadToken, beginningWith prefix: String, length: Int) -> Bool {
    guard !token.flags.contains(.escaped) else {
      return token.content(in: bytes).starts(with: prefix.utf8)
    }
    guard token.length >= length else { return false }
    var offset = Int(token.start)
    for byte in prefix.utf8 {
      if bytes[offset] != byte { return false }
      offset += 1
    }
    return true
  }

  /// The position of an array's element, or nil out of bounds.
  ///
  /// - Complexity: O(*n*) in the index.
  func element(_ index: Int, in array: Int) -> Int? {
    guard tokens[array].kind == .array, index >= 0, index < tokens[array].length else {
      return nil
    }
    var position = array + 1
    for _ in 0..<index { position = Int(tokens[position].next) }
    return position
  }

  /// The positions of an array's elements, in order; none for another kind.
  func elements(of array: Int) -> [Int] {
    guard tokens[array].kind == .array else { return [] }
    var positions: [Int] = []
    positions.reserveCapacity(Int(tokens[array].length))
    var position = array + 1
    while position < Int(tokens[array].next) {
      positions.append(position)
      position = Int(tokens[position].next)
    }
    return positions
  }

  /// The positions of the keys that count, in the order written; each value is one further on.
  func keys(of object: Int) -> [Int] {
    allKeys(of: object).filter { !tokens[$0].flags.contains(.shadowed) }
  }

  /// The positions of all keys, in the order written; each value is one further on.
  func allKeys(of object: Int) -> [Int] {
    guard tokens[object].kind == .object else { return [] }
    var positions: [Int] = []
    positions.reserveCapacity(Int(tokens[object].length))
    var position = object + 1
    while position < Int(tokens[object].next) {
      positions.append(position)
      position = Int(tokens[position + 1].next)
    }
    return positions
  }
}
