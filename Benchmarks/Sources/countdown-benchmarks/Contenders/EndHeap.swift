/// The ends of models in a heap with four children a node.
struct EndHeap {
  typealias Key = CountdownEndQueue.Key

  private var heap: ContiguousArray<Key> = []
}

extension EndHeap {
  func first() -> Key? { heap.first }

  mutating func insert(_ key: Key) {
    heap.append(key)
    siftUp(from: heap.count - 1)
  }

  mutating func removeFirst() {
    guard let last = heap.popLast(), !heap.isEmpty else { return }
    siftDown(last)
  }

  private mutating func siftUp(from start: Int) {
    let key = heap[start]
    var child = start
    while child > 0 {
      let parent = (child - 1) / 4
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
      var first = 4 * hole + 1
      guard first < count else { break }
      for child in first + 1..<min(first + 4, count) where heap[child] < heap[first] {
        first = child
      }
      heap[hole] = heap[first]
      hole = first
    }
    heap[hole] = key
    siftUp(from: hole)
  }
}
