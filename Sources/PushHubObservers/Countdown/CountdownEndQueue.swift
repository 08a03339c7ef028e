/// The ends of models, by time and then by order of registration: a binary heap.
///
/// Complexity: O(log n) each.
struct CountdownEndQueue {
  struct End {
    /// The time of the end, as ``CountdownModels/Model/end`` is.
    let time: Duration

    /// The model's place in the order of registration, and its id.
    let order: Int
    let id: String

    static func < (left: Self, right: Self) -> Bool {
      (left.time, left.order) < (right.time, right.order)
    }
  }

  private var ends: [End] = []
}

extension CountdownEndQueue {
  var first: End? { ends.first }
  var count: Int { ends.count }

  mutating func insert(_ end: End) {
    ends.append(end)
    var child = ends.count - 1
    while child > 0, ends[child] < ends[(child - 1) / 2] {
      ends.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() {
    ends.swapAt(0, ends.count - 1)
    ends.removeLast()
    var parent = 0
    while let child = leastChild(of: parent), ends[child] < ends[parent] {
      ends.swapAt(child, parent)
      parent = child
    }
  }

  private func leastChild(of parent: Int) -> Int? {
    (2 * parent + 1...2 * parent + 2).prefix { $0 < ends.count }.min { ends[$0] < ends[$1] }
  }
}
