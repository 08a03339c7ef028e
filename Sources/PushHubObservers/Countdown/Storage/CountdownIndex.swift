/// Where the model of an id is kept: a hash table of slots, with open addressing and linear probing.
///
/// Beside each slot stand 32 bits of the hash, so that looking up rarely reads a model of another id,
/// and growing reads none. A million ids take 17 bytes and one cache miss each; a `Dictionary`, which
/// keeps the ids once more, takes 42 bytes and three, and twice the time.
struct CountdownIndex {
  /// The hash in the upper half, the slot plus one in the lower; zero is free.
  private var entries: ContiguousArray<UInt64> = []
  private(set) var count = 0
}

extension CountdownIndex {
  /// How many ids fit in: three quarters of the places.
  private var capacity: Int { entries.count / 4 * 3 }

  private var mask: Int { entries.count - 1 }

  /// The slot of that hash which holds the model looked for.
  func slot(hash: UInt32, where isMatch: (UInt32) -> Bool) -> UInt32? {
    guard !entries.isEmpty else { return nil }
    var place = Int(hash) & mask
    while entries[place] != 0 {
      let slot = UInt32(truncatingIfNeeded: entries[place]) - 1
      if entries[place] >> 32 == UInt64(hash), isMatch(slot) { return slot }
      place = (place + 1) & mask
    }
    return nil
  }

  /// What stands where a hash belongs; to read many at once lets the processor wait for memory once.
  func entry(at hash: UInt32) -> UInt64 {
    entries.isEmpty ? 0 : entries[Int(hash) & mask]
  }

  /// Adds a slot that is not there.
  mutating func insert(_ slot: UInt32, hash: UInt32) {
    if count == capacity {
      reserveCapacity(count + 1)
    }
    count += 1
    put(UInt64(hash) << 32 | UInt64(slot + 1))
  }

  /// Removes a slot that is there.
  mutating func remove(_ slot: UInt32, hash: UInt32) {
    let entry = UInt64(hash) << 32 | UInt64(slot + 1)
    var hole = Int(hash) & mask
    while entries[hole] != entry {
      guard entries[hole] != 0 else { return }
      hole = (hole + 1) & mask
    }
    count -= 1
    closeGap(at: hole)
  }

  mutating func reserveCapacity(_ minimum: Int) {
    guard minimum > capacity else { return }
    var size = max(16, entries.count)
    while size / 4 * 3 < minimum {
      size *= 2
    }
    let old = entries
    entries = ContiguousArray(repeating: 0, count: size)
    for entry in old where entry != 0 {
      put(entry)
    }
  }

  private mutating func put(_ entry: UInt64) {
    var place = Int(entry >> 32) & mask
    while entries[place] != 0 {
      place = (place + 1) & mask
    }
    entries[place] = entry
  }

  /// Moves what follows a gap back into it where that is nearer to its own place.
  private mutating func closeGap(at start: Int) {
    var hole = start
    var place = (start + 1) & mask
    while entries[place] != 0 {
      let home = Int(entries[place] >> 32) & mask
      if (place - home) & mask >= (place - hole) & mask {
        entries[hole] = entries[place]
        hole = place
      }
      place = (place + 1) & mask
    }
    entries[hole] = 0
  }
}
