/// A hierarchical timing wheel (Varghese and Lauck, 1987): four levels of 256 slots, from one
/// millisecond on; bit sets of the occupied slots skip the empty ones.
///
/// A slot is sorted when its time has come, since ends are to come in their exact order.
struct TimingWheel {
  typealias Key = CountdownEndQueue.Key

  /// How often a slot of a higher level had to be spread over lower ones.
  private(set) var cascades = 0

  private var slots = [[Key]](repeating: [], count: 4 * 256)
  private var occupied = [UInt64](repeating: 0, count: 4 * 4)
  private var now: UInt64 = 0

  mutating func insert(_ key: Key) {
    let (seconds, attoseconds) = key.end.components
    let tick = UInt64(seconds) * 1_000 + UInt64(attoseconds / 1_000_000_000_000_000)
    let difference = tick ^ now
    let level = difference == 0 ? 0 : min(3, (63 - difference.leadingZeroBitCount) / 8)
    let slot = Int(tick >> (8 * UInt64(level))) & 255
    slots[level * 256 + slot].append(key)
    occupied[level * 4 + slot / 64] |= 1 << UInt64(slot % 64)
  }

  /// Takes the keys of the next occupied slot of the lowest level, in order.
  mutating func next() -> [Key]? {
    while true {
      if let slot = firstOccupied(level: 0, from: Int(now & 255)) {
        now = now & ~255 | UInt64(slot)
        return take(level: 0, slot: slot).sorted(by: <)
      }
      guard cascade() else { return nil }
    }
  }

  private mutating func cascade() -> Bool {
    for level in 1..<4 {
      let shift = UInt64(8 * level)
      guard let slot = firstOccupied(level: level, from: Int(now >> shift & 255)) else { continue }
      now = ((now >> (shift + 8)) << (shift + 8)) | UInt64(slot) << shift
      cascades += 1
      for key in take(level: level, slot: slot) {
        insert(key)
      }
      return true
    }
    return false
  }

  private mutating func take(level: Int, slot: Int) -> [Key] {
    occupied[level * 4 + slot / 64] &= ~(1 << UInt64(slot % 64))
    let keys = slots[level * 256 + slot]
    slots[level * 256 + slot] = []
    return keys
  }

  private func firstOccupied(level: Int, from start: Int) -> Int? {
    for word in start / 64..<4 {
      let mask = word == start / 64 ? ~UInt64(0) << UInt64(start % 64) : ~0
      let bits = occupied[level * 4 + word] & mask
      if bits != 0 { return word * 64 + bits.trailingZeroBitCount }
    }
    return nil
  }
}
