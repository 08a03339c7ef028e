import Testing

@testable import PushHub

struct DeadlineQueueWakeUpTests {
  @Test(arguments: [(count: 64, time: 63), (65, 0)])
  func `one wake-up serves up to sixty-four actions, and for more of them it is exact`(
    count: Int,
    time: Int
  ) {
    var queue = DeadlineQueue<Int>()
    for action in 0..<count {
      _ = queue.insert(action, at: .seconds(action), tolerance: .seconds(1_000))
    }
    #expect(queue.nextWakeUp?.time == .seconds(time))
  }

  @Test(arguments: 0..<16)
  func `the strictest of many decides, wherever it stands`(strictest: Int) {
    var queue = DeadlineQueue<Int>()
    for action in 0..<16 {
      let tolerance = action == strictest ? 0 : 1_000
      _ = queue.insert(action, at: .seconds(action), tolerance: .seconds(tolerance))
    }
    let moment = Duration.seconds(strictest)
    #expect(queue.nextWakeUp == .init(time: moment, latest: moment))
  }

  @Test(arguments: 0..<16)
  func `all that is due is named, and nothing else`(latest: Int) {
    var queue = DeadlineQueue<Int>()
    let names = (0..<16).map { queue.insert($0, at: .seconds($0), tolerance: .zero) }
    #expect(queue.names(dueAt: .seconds(latest)) == Array(names[...latest]))
  }

  @Test func `what is left when most were cancelled comes in order`() {
    var queue = DeadlineQueue<Int>()
    let names = (0..<100).map { queue.insert($0, at: .seconds($0), tolerance: .zero) }
    for (action, name) in names.enumerated() where action % 10 != 3 {
      queue.remove(name)
    }
    var left: [Int] = []
    while let due = queue.popFirst(dueAt: .seconds(100)) {
      left.append(due.action)
    }
    #expect(left == [3, 13, 23, 33, 43, 53, 63, 73, 83, 93])
  }
}
