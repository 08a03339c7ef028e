extension PayloadParser {
  /// Marks the keys of an object that appear again later, and notes each repeated key once.
  ///
  /// - Complexity: O(*n*) in the bytes of the keys: few keys are compared in pairs, many hashed.
  mutating func shadowDuplicates(in object: Int) {
    let count = tokens[object].length
    let found = count <= 16 ? comparePairs(in: object) : compareHashes(in: object)
    guard found else { return }
    var position = object + 1
    while position < Int(tokens[object].next) {
      let flags = tokens[position].flags
      if flags.contains(.shadowed) {
        tokens[object].length -= 1
      } else if flags.contains(.shadowing) {
        note(PayloadFinding(code: .duplicateKey, position: position))
      }
      position = Int(tokens[position + 1].next)
    }
  }

  private mutating func comparePairs(in object: Int) -> Bool {
    let end = Int(tokens[object].next)
    var found = false
    var later = Int(tokens[object + 2].next)
    while later < end {
      var earlier = object + 1
      while earlier < later {
        if areEqual(tokens[earlier], tokens[later]) {
          shadow(earlier, by: later)
          found = true
        }
        earlier = Int(tokens[earlier + 1].next)
      }
      later = Int(tokens[later + 1].next)
    }
    return found
  }

  private mutating func compareHashes(in object: Int) -> Bool {
    var positions: [Int: Int] = [:]
    positions.reserveCapacity(Int(tokens[object].length))
    var found = false
    var position = object + 1
    while position < Int(tokens[object].next) {
      var slot = hash(tokens[position])
      while let earlier = positions[slot] {
        if areEqual(tokens[earlier], tokens[position]) {
          shadow(earlier, by: position)
          found = true
          break
        }
        slot &+= 1
      }
      positions[slot] = position
      position = Int(tokens[position + 1].next)
    }
    return found
  }

  private func hash(_ key: PayloadToken) -> Int {
    var hasher = Hasher()
    hasher.combine(bytesOf: key.content(in: bytes))
    return hasher.finalize()
  }

  private mutating func shadow(_ earlier: Int, by later: Int) {
    tokens[earlier].flags.insert(.shadowed)
    tokens[later].flags.insert(.shadowing)
  }

  private func areEqual(_ lhs: PayloadToken, _ rhs: PayloadToken) -> Bool {
    if lhs.flags.union(rhs.flags).contains(.escaped) {
      return lhs.content(in: bytes) == rhs.content(in: bytes)
    }
    guard lhs.length == rhs.length else { return false }
    for index in 0..<Int(lhs.length)
    where bytes[Int(lhs.start) + index] != bytes[Int(rhs.start) + index] {
      return false
    }
    return true
  }
}

extension Hasher {
  /// Feeds bytes eight at a time, which takes a fraction of the time of one at a time.
  mutating func combine(bytesOf bytes: some Sequence<UInt8>) {
    var word: UInt64 = 0
    var count = 0
    for byte in bytes {
      word = word << 8 | UInt64(byte)
      count += 1
      if count & 7 == 0 { combine(word) }
    }
    combine(word)
    combine(count)
  }
}
