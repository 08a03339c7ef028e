import Testing

@testable import PushHub

struct DeadlineQueueTests {
  let start = Duration.seconds(1_000)

  /// Takes out all that is due by then, in order.
  private func drain<Action>(_ queue: inout DeadlineQueue<Action>, by seconds: Int) -> [Action] {
    var actions: [Action] = []
    while let due = queue.popFirst(dueAt: start + .seconds(seconds)) {
      actions.append(due.action)
    }
    return actions
  }

  @Test func `a new queue has nothing`() {
    var queue = DeadlineQueue<Int>()
    #expect(queue.isEmpty)
    #expect(queue.earliestDeadline == nil)
    #expect(queue.nextWakeUp?.latest == nil)
    #expect(drain(&queue, by: 1_000).isEmpty)
  }

  @Test func `actions come in order of deadline`() {
    var queue = DeadlineQueue<Int>()
    for second in [5, 3, 9, 1, 7] {
      _ = queue.insert(second, at: start + .seconds(second), tolerance: .zero)
    }
    #expect(drain(&queue, by: 10) == [1, 3, 5, 7, 9])
  }

  @Test func `actions of one deadline come in order of arrival`() {
    var queue = DeadlineQueue<Int>()
    for number in 0..<100 {
      _ = queue.insert(number, at: start + .seconds(1), tolerance: .seconds(100 - number))
    }
    #expect(drain(&queue, by: 1) == Array(0..<100))
  }

  @Test func `what is not due stays`() {
    var queue = DeadlineQueue<Int>()
    _ = queue.insert(1, at: start + .seconds(1), tolerance: .zero)
    _ = queue.insert(2, at: start + .seconds(2), tolerance: .zero)
    let due = queue.popFirst(dueAt: start + .milliseconds(1_999))
    #expect(due?.deadline == start + .seconds(1))
    let more = queue.popFirst(dueAt: start + .milliseconds(1_999))
    #expect(more == nil)
    #expect(queue.count == 1)
    #expect(queue.earliestDeadline == start + .seconds(2))
  }

  @Test func `a removed action does not come`() {
    var queue = DeadlineQueue<Int>()
    let names = (0..<5).map { queue.insert($0, at: start + .seconds($0), tolerance: .zero) }
    queue.remove(names[0])
    queue.remove(names[3])
    #expect(queue.count == 3)
    #expect(drain(&queue, by: 10) == [1, 2, 4])
  }

  @Test func `removing what has come or was removed changes nothing`() {
    var queue = DeadlineQueue<Int>()
    let first = queue.insert(1, at: start, tolerance: .zero)
    let second = queue.insert(2, at: start + .seconds(1), tolerance: .zero)
    #expect(drain(&queue, by: 0) == [1])
    queue.remove(first)
    queue.remove(first)
    #expect(queue.count == 1)
    queue.remove(second)
    queue.remove(second)
    #expect(queue.isEmpty)
    #expect(queue.earliestDeadline == nil)
  }

  @Test func `no name is given twice`() {
    var queue = DeadlineQueue<Int>()
    var names: Set<ScheduledAction> = []
    for number in 0..<200 {
      let name = queue.insert(number, at: start, tolerance: .zero)
      names.insert(name)
      if number.isMultiple(of: 2) { queue.remove(name) }
    }
    #expect(names.count == 200)
  }

  @Test func `the earliest deadline is that of a living action`() {
    var queue = DeadlineQueue<Int>()
    let names = (0..<100).map { queue.insert($0, at: start + .seconds($0), tolerance: .zero) }
    for (second, name) in names.enumerated() {
      #expect(queue.earliestDeadline == start + .seconds(second))
      queue.remove(name)
    }
    #expect(queue.earliestDeadline == nil)
  }

  @Test func `the latest wake-up is the smallest sum of deadline and tolerance`() {
    var queue = DeadlineQueue<Int>()
    _ = queue.insert(1, at: start, tolerance: .seconds(60))
    #expect(queue.nextWakeUp?.latest == start + .seconds(60))
    let strict = queue.insert(2, at: start + .seconds(10), tolerance: .seconds(1))
    #expect(queue.nextWakeUp?.latest == start + .seconds(11))
    queue.remove(strict)
    #expect(queue.nextWakeUp?.latest == start + .seconds(60))
  }

  @Test func `one wake-up serves all deadlines that the tightest tolerance allows`() {
    var queue = DeadlineQueue<Int>()
    _ = queue.insert(1, at: start + .seconds(20), tolerance: .seconds(100))
    #expect(queue.nextWakeUp?.time == start + .seconds(20))
    _ = queue.insert(2, at: start + .seconds(60), tolerance: .seconds(100))
    #expect(queue.nextWakeUp?.time == start + .seconds(60))
    _ = queue.insert(3, at: start + .seconds(90), tolerance: .seconds(10))
    #expect(queue.nextWakeUp?.time == start + .seconds(90))
    _ = queue.insert(4, at: start + .seconds(30), tolerance: .zero)
    #expect(queue.nextWakeUp?.time == start + .seconds(30))
  }

  @Test func `behind many tolerant actions the wake-up is exact`() {
    var queue = DeadlineQueue<Int>()
    for number in 1...1_000 {
      _ = queue.insert(number, at: start + .seconds(number), tolerance: .seconds(5_000))
    }
    #expect(queue.nextWakeUp == .init(time: start + .seconds(1), latest: start + .seconds(1)))
  }

  @Test func `a negative tolerance counts as none`() {
    var queue = DeadlineQueue<Int>()
    _ = queue.insert(1, at: start + .seconds(5), tolerance: .seconds(-3))
    #expect(queue.nextWakeUp?.latest == start + .seconds(5))
  }

  @Test func `a far deadline is as good as a near one`() {
    var queue = DeadlineQueue<Int>()
    let far = start + .seconds(Int64.max / 4)
    _ = queue.insert(2, at: far, tolerance: .seconds(Int64.max / 4))
    _ = queue.insert(1, at: start, tolerance: .zero)
    #expect(drain(&queue, by: 1) == [1])
    #expect(queue.earliestDeadline == far)
  }
}
