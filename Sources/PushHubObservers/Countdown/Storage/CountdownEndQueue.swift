/// The ends of models, by time and then by order of registration: an array sorted as far as needed.
///
/// The keys stand in falling order of some of them, the pivots: what stands behind a pivot is less
/// than it, what stands before is greater, and between two pivots there is no order. To ask for the
/// first key divides the keys behind the last pivot, as quicksort does, until the last key is one;
/// see G. Navarro and R. Paredes, "On Sorting, Heaps, and Minimum Spanning Trees", Algorithmica 57
/// (2010).
///
/// Neither a heap nor a timing wheel. The countdown benchmarks measure all three: at the thousand
/// models of a long list this takes an end in the time of the heap and an eighth of the wheel's; at a
/// million in less than half the time of the heap and also less than the wheel's, because it goes
/// through memory in order. Inserting is no slower. Unlike the wheel it knows the next end exactly at
/// any time, and has no slot in which ends must be sorted still.
///
/// A model that is removed leaves its key behind, until the key surfaces or such keys are the
/// majority, so that removing is O(1). Inserting and taking the first are O(log n), taken over all
/// operations; one of them may cost O(n).
struct CountdownEndQueue {
  struct Key {
    /// A number, because comparing durations costs a call.
    private let attoseconds: Int128

    /// The model's number in the order of registration.
    let serial: UInt64

    /// Where the model is kept.
    let slot: UInt32

    init(end: Duration, serial: UInt64, slot: UInt32) {
      attoseconds = end.attoseconds
      self.serial = serial
      self.slot = slot
    }

    var end: Duration { Duration(attoseconds: attoseconds) }

    @inline(__always)
    static func < (lhs: Self, rhs: Self) -> Bool {
      lhs.attoseconds == rhs.attoseconds
        ? lhs.serial < rhs.serial : lhs.attoseconds < rhs.attoseconds
    }
  }

  /// The first is the last.
  private var keys: ContiguousArray<Key> = []

  /// Where the pivots stand.
  private var pivots: ContiguousArray<Int> = []

  /// Goes through numbers without pattern, so that no order of keys makes for bad pivots.
  private var choice: UInt64 = 0
}

extension CountdownEndQueue {
  var count: Int { keys.count }

  /// How many pivots there are.
  var depth: Int { pivots.count }

  mutating func reserveCapacity(_ capacity: Int) {
    keys.reserveCapacity(capacity)
  }

  /// Puts a key between the two pivots where it belongs: each pivot on its way moves by one place.
  mutating func insert(_ key: Key) {
    forgetPivots(above: key)
    keys.append(key)
    var hole = keys.count - 1
    var rank = pivots.count - 1
    while rank >= 0, keys[pivots[rank]] < key {
      let pivot = pivots[rank]
      keys[hole] = keys[pivot + 1]
      keys[pivot + 1] = keys[pivot]
      pivots[rank] = pivot + 1
      hole = pivot
      rank -= 1
    }
    keys[hole] = key
  }

  mutating func first() -> Key? {
    while true {
      let start = pivots.last.map { $0 + 1 } ?? 0
      guard start < keys.count else { return keys.last }
      pivots.append(divide(start..<keys.count))
    }
  }

  mutating func removeFirst() {
    guard first() != nil else { return }
    keys.removeLast()
    pivots.removeLast()
  }

  mutating func removeAll(where isGone: (Key) -> Bool) {
    keys.removeAll(where: isGone)
    pivots.removeAll()
  }

  /// Lets a part to which a key comes be divided anew, the more likely the smaller the part is.
  ///
  /// So there are as few pivots as if the keys had come in random order. Otherwise keys that come in
  /// falling order, with a look at the first after each, would all be pivots, and whatever comes then
  /// would move every one of them; see G. Navarro, R. Paredes, P. V. Poblete and P. Sanders, "Stronger
  /// Quickheaps", International Journal of Foundations of Computer Science 22 (2011).
  private mutating func forgetPivots(above key: Key) {
    var start = 0
    for rank in pivots.indices {
      guard number(below: keys.count - start + 1) != 0 else {
        return pivots.removeSubrange(rank...)
      }
      guard key < keys[pivots[rank]] else { return }
      start = pivots[rank] + 1
    }
  }

  private mutating func number(below limit: Int) -> Int {
    choice = choice &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(choice.multipliedFullWidth(by: UInt64(limit)).high)
  }

  /// Brings greater keys before a pivot and lesser ones behind it.
  ///
  /// - Returns: Where the pivot stands then.
  private mutating func divide(_ range: Range<Int>) -> Int {
    let start = range.lowerBound
    guard range.count > 1 else { return start }
    let chosen = start + number(below: range.count)
    let pivot = keys[chosen]
    keys[chosen] = keys[start]
    var place = start
    for index in start + 1..<range.upperBound where pivot < keys[index] {
      place += 1
      keys.swapAt(index, place)
    }
    keys[start] = keys[place]
    keys[place] = pivot
    return place
  }
}
