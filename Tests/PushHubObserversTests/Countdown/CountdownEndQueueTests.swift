import Testing

@testable import PushHubObservers
@testable import TestSupport

/// The queue of ends alone, against a sorted array.
struct CountdownEndQueueTests {
  private func end(_ time: Int, _ order: Int) -> CountdownEndQueue.End {
    .init(time: .nanoseconds(time), order: order, id: "\(order)")
  }

  private func drain(_ queue: inout CountdownEndQueue) -> [Int] {
    var orders: [Int] = []
    while let first = queue.first {
      orders.append(first.order)
      queue.removeFirst()
    }
    return orders
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

  @Test func `every order of up to seven ends comes out sorted`() {
    for count in 0...7 {
      forEachPermutation(of: Array(0..<count)) { times in
        var queue = CountdownEndQueue()
        for (order, time) in times.enumerated() { queue.insert(end(time, order)) }
        let sorted = times.indices.sorted { times[$0] < times[$1] }
        if drain(&queue) != sorted { Issue.record("wrong order from \(times)") }
      }
    }
  }

  @Test(arguments: [3, 50, 1_000_000])
  func `random operations match a sorted array`(span: Int) {
    let seed = SeededGenerator.startingSeed()
    var generator = SeededGenerator(seed: seed)
    var queue = CountdownEndQueue()
    var rows: [(time: Int, order: Int)] = []
    for order in 0..<Exhaustive.choose(2_000, thorough: 6_000) {
      if rows.isEmpty || generator.below(100) < 55 {
        rows.append((generator.below(span), order))
        queue.insert(end(rows[rows.count - 1].time, order))
      } else {
        queue.removeFirst()
        rows.indices.min { rows[$0] < rows[$1] }.map { _ = rows.remove(at: $0) }
      }
      guard queue.first?.order == rows.min(by: <)?.order else {
        Issue.record("wrong first at step \(order), \(SeededGenerator.hint(seed))")
        return
      }
    }
    #expect(drain(&queue) == rows.sorted(by: <).map(\.order), "\(SeededGenerator.hint(seed))")
  }
}
