/// The ends of models, by time and then by order of registration: a heap with four children a node.
///
/// Complexity: O(log n) each.
struct CountdownEndQueue {
  struct Key {
    /// A number, because comparing durations costs a call.
    private let attoseconds: Int128

    /// Where the model is kept, in the order of registration.
    let slot: Int

    init(end: Duration, slot: Int) {
      attoseconds = end.attoseconds
      self.slot = slot
    }

    var end: Duration { Duration(attoseconds: attoseconds) }

    @inline(__always)
    static func < (lhs: Self, rhs: Self) -> Bool {
      lhs.attoseconds == rhs.attoseconds
        ? lhs.slot < rhs.slot : lhs.attoseconds < rhs.attoseconds
    }
  }

  private var keys: ContiguousArray<Key> = []
}

extension CountdownEndQueue {
  var first: Key? { keys.first }

  mutating func reserveCapacity(_ capacity: Int) {
    keys.reserveCapacity(capacity)
  }

  mutating func insert(_ key: Key) {
    keys.append(key)
    raise(key, from: keys.count - 1)
  }

  /// Lets the hole go down to a leaf, and the last key come up from there, which takes fewer
  /// comparisons than to compare that key on each level.
  mutating func removeFirst() {
    guard let last = keys.popLast(), !keys.isEmpty else { return }
    var hole = 0
    while 4 * hole + 1 < keys.count {
      var least = 4 * hole + 1
      for child in least + 1..<min(least + 4, keys.count) where keys[child] < keys[least] {
        least = child
      }
      keys[hole] = keys[least]
      hole = least
    }
    raise(last, from: hole)
  }

  private mutating func raise(_ key: Key, from start: Int) {
    var hole = start
    while hole > 0, key < keys[(hole - 1) / 4] {
      keys[hole] = keys[(hole - 1) / 4]
      hole = (hole - 1) / 4
    }
    keys[hole] = key
  }
}
