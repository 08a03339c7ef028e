import Testing

@testable import PushHub

struct DeadlineQueueMemoryTests {
  /// How many elements all arrays and dictionaries of a value hold, as a mirror sees them.
  private func storedElements(in value: Any) -> Int {
    Mirror(reflecting: value).children.reduce(0) { sum, child in
      let mirror = Mirror(reflecting: child.value)
      let isCollection = mirror.displayStyle == .collection || mirror.displayStyle == .dictionary
      return sum + (isCollection ? mirror.children.count : 0)
    }
  }

  @Test func `keys of cancelled actions do not pile up behind one that lives`() {
    var queue = DeadlineQueue<Int>()
    let start = Duration.seconds(1_000)
    _ = queue.insert(0, at: start, tolerance: .zero)
    for number in 1...50_000 {
      let name = queue.insert(number, at: start + .seconds(number), tolerance: .zero)
      queue.remove(name)
    }
    #expect(queue.count == 1)
    #expect(storedElements(in: queue) < 200)
  }

  @Test func `cancelling most of many leaves room for few`() {
    var queue = DeadlineQueue<Int>()
    let start = Duration.seconds(1_000)
    let names = (0..<10_000).map { queue.insert($0, at: start + .seconds($0), tolerance: .zero) }
    for name in names.dropLast(100) {
      queue.remove(name)
    }
    #expect(queue.count == 100)
    #expect(storedElements(in: queue) <= 500)
    var actions: [Int] = []
    while let due = queue.popFirst(dueAt: start + .seconds(10_000)) {
      actions.append(due.action)
    }
    #expect(actions == Array(9_900..<10_000))
    #expect(storedElements(in: queue) == 0)
  }

  @Test func `cancelling most of many behind one that lives leaves room for few`() {
    var queue = DeadlineQueue<Int>()
    let names = (0..<10_000).map { queue.insert($0, at: .seconds($0), tolerance: .zero) }
    for name in names[1..<9_900] {
      queue.remove(name)
    }
    #expect(queue.count == 101)
    #expect(storedElements(in: queue) <= 500)
  }

  @Test func `rearming one action for ever keeps the queue small`() {
    var queue = DeadlineQueue<Int>()
    let start = Duration.seconds(1_000)
    var name = queue.insert(0, at: start, tolerance: .zero)
    for number in 1...50_000 {
      let next = queue.insert(number, at: start + .seconds(number), tolerance: .zero)
      queue.remove(name)
      name = next
    }
    #expect(queue.count == 1)
    #expect(storedElements(in: queue) < 200)
  }
}
