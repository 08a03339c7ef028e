/// The ends of models, by time and then by order of registration: a binary heap.
///
/// A heap rather than a timing wheel: both keep a million ends far below a microsecond each, as
/// the countdown benchmarks show, but only a heap knows the next end exactly at any time without a
/// search, so that nothing wakes up to move timers between the levels of a wheel; and it keeps the
/// order of ends within one slot of a wheel, which a wheel has to sort.
///
/// A model that is removed leaves its key behind, until the key surfaces or such keys are the
/// majority, so that removing is O(1). Inserting and taking the first are O(log n).
struct CountdownEndQueue {
  struct Key {
    let end: Duration

    /// The model's number in the order of registration.
    let serial: UInt64

    /// Where the model is kept.
    let slot: UInt32

    static func < (lhs: Self, rhs: Self) -> Bool {
      lhs.end == rhs.end ? lhs.serial < rhs.serial : lhs.end < rhs.end
    }
  }

  private var heap: ContiguousArray<Key> = []
}

extension CountdownEndQueue {
  var count: Int { heap.count }

  var first: Key? { heap.first }

  mutating func reserveCapacity(_ capacity: Int) {
    heap.reserveCapacity(capacity)
  }

  mutating func insert(_ key: Key) {
    heap.append(key)
    siftUp(from: heap.count - 1)
  }

  mutating func removeFirst() {
    guard let last = heap.popLast(), !heap.isEmpty else { return }
    siftDown(last)
  }

  mutating func removeAll(where isGone: (Key) -> Bool) {
    heap.removeAll(where: isGone)
    heap.sort(by: <)
  }

  private mutating func siftUp(from start: Int) {
    let key = heap[start]
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard key < heap[parent] else { break }
      heap[child] = heap[parent]
      child = parent
    }
    heap[child] = key
  }

  /// Puts a key in the place of the first: the hole goes down to a leaf, then the key comes up from
  /// there, which takes fewer comparisons than to compare the key on each level.
  private mutating func siftDown(_ key: Key) {
    let count = heap.count
    var hole = 0
    while true {
      var child = 2 * hole + 1
      guard child < count else { break }
      if child + 1 < count, heap[child + 1] < heap[child] {
        child += 1
      }
      heap[hole] = heap[child]
      hole = child
    }
    heap[hole] = key
    siftUp(from: hole)
  }
}
