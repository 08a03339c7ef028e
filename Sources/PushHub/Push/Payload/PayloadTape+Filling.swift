extension PayloadTape {
  /// Appends a scalar or a key.
  mutating func append(
    _ kind: PayloadToken.Kind,
    from start: Int,
    to end: Int,
    flags: PayloadToken.Flags = []
  ) {
    tokens.append(
      PayloadToken(
        start: UInt32(truncatingIfNeeded: start),
        length: UInt32(truncatingIfNeeded: end - start),
        next: UInt32(truncatingIfNeeded: tokens.count + 1),
        kind: kind,
        flags: flags
      )
    )
  }

  /// Appends a container whose entries follow, and returns its position.
  mutating func open(_ kind: PayloadToken.Kind, at start: Int, in parent: Int?) -> Int {
    append(kind, from: start, to: start)
    tokens[tokens.count - 1].next = parent.map { UInt32(truncatingIfNeeded: $0) } ?? .max
    return tokens.count - 1
  }

  /// Ends a container with its closing bracket, and returns the one around it.
  mutating func close(_ container: Int, before end: Int) -> Int? {
    let parent = tokens[container].next
    tokens[container].next = UInt32(truncatingIfNeeded: tokens.count)
    tokens[container].length = UInt32(truncatingIfNeeded: end) - tokens[container].start
    return parent == .max ? nil : Int(parent)
  }
}

// MARK: - Repeated keys

extension PayloadTape {
  /// Marks the keys of the object that ends the tape which appear again later in it.
  ///
  /// - Returns: The positions of the keys that hide earlier ones and are hidden by none.
  /// - Complexity: O(*n*) in the bytes of the keys: few keys are compared in pairs, many hashed.
  mutating func shadowDuplicates(in object: Int) -> [Int] {
    var count = 0
    var position = object + 1
    while count <= 16, position < tokens.count {
      position = Int(tokens[position + 1].next)
      count += 1
    }
    guard count > 1, count <= 16 ? comparePairs(in: object) : compareHashes(in: object) else {
      return []
    }
    return keys(of: object).filter { tokens[$0].flags.contains(.shadowing) }
  }

  /// Lets that of several equal keys count whose value sorts last by its canonical bytes, since the
  /// entries of a dictionary come in any order.
  ///
  /// - Parameter last: The one that counts as the last.
  /// - Returns: The one that counts now.
  mutating func settle(_ last: Int, in object: Int) -> Int {
    var winner = last
    var content = text(at: last + 1, .canonical)
    for key in allKeys(of: object) where key != last && areEqual(tokens[key], tokens[last]) {
      let other = text(at: key + 1, .canonical)
      guard content.lexicographicallyPrecedes(other) else { continue }
      (winner, content) = (key, other)
    }
    guard winner != last else { return last }
    tokens[last].flags.insert(.shadowed)
    tokens[winner].flags.remove(.shadowed)
    return winner
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
