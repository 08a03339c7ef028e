import Testing

@testable import PushHubObservers

/// The keys of ends alone, against a sorted array.
struct CountdownEndQueueTests {
  typealias Key = CountdownEndQueue.Key

  private func key(_ end: Int, _ serial: Int) -> Key {
    Key(end: .nanoseconds(end), slot: serial)
  }

  private func drain(_ queue: inout CountdownEndQueue) -> [Int] {
    var slots: [Int] = []
    while let first = queue.first {
      slots.append(first.slot)
      queue.removeFirst()
    }
    return slots
  }

  @Test func `every order of up to seven keys comes out sorted`() {
    for count in 0...7 {
      forEachPermutation(of: Array(0..<count)) { ends in
        var queue = CountdownEndQueue()
        for (serial, end) in ends.enumerated() {
          queue.insert(key(end, serial))
          guard queue.first?.end == .nanoseconds(ends[...serial].min() ?? 0) else {
            Issue.record("wrong first after \(serial + 1) of \(ends)")
            return
          }
        }
        let order = ends.indices.sorted { ends[$0] < ends[$1] }
        if drain(&queue) != order {
          Issue.record("wrong order from \(ends)")
        }
      }
    }
  }

  private func forEachPermutation(of items: [Int], _ visit: ([Int]) -> Void) {
    func extend(_ prefix: [Int], by rest: [Int]) {
      guard !rest.isEmpty else { return visit(prefix) }
      for (index, item) in rest.enumerated() {
        var others = rest
        others.remove(at: index)
        extend(prefix + [item], by: others)
      }
    }
    extend([], by: items)
  }

  @Test(arguments: [3, 50, 1_000_000])
  func `traffic at random matches a sorted array`(span: Int) {
    let seed = SeededGenerator.startingSeed()
    var generator = SeededGenerator(seed: seed)
    var queue = CountdownEndQueue()
    var rows: [(end: Int, serial: Int)] = []
    for serial in 0..<Exhaustive.choose(2_000, thorough: 6_000) {
      let roll = generator.below(100)
      if roll < 55 {
        rows.append((generator.below(span), serial))
        queue.insert(key(rows[rows.count - 1].end, serial))
      } else {
        let first = rows.indices.min { rows[$0] < rows[$1] }
        queue.removeFirst()
        first.map { _ = rows.remove(at: $0) }
      }
      let first = rows.min { $0 < $1 }
      guard queue.first?.slot == first?.serial,
        queue.first?.end == first.map({ .nanoseconds($0.end) })
      else {
        Issue.record("wrong first at step \(serial), \(SeededGenerator.hint(seed))")
        return
      }
    }
    let order = rows.sorted { $0 < $1 }.map(\.serial)
    #expect(drain(&queue) == order, "\(SeededGenerator.hint(seed))")
  }

  @Test(arguments: ["rising", "falling", "organ pipe", "saw", "equal"])
  func `no pattern of ends makes many keys slow`(pattern: String) {
    let count = 50_000
    var queue = CountdownEndQueue()
    for serial in 0..<count {
      let end =
        switch pattern {
        case "rising": serial
        case "falling": count - serial
        case "organ pipe": min(serial, count - serial)
        case "saw": serial % 100
        default: 0
        }
      queue.insert(key(end, serial))
    }
    // Among 50,000 keys, a queue that took n steps for each would go beyond the suite's time limit.
    #expect(drain(&queue).count == count)
  }
}
