import Testing

@testable import PushHub

@MainActor
struct WaiterQueueTests {
  let scheduler = ManualScheduler()
  let queue = WaiterQueue<Int>()

  @Test func `a value is taken by one that waits, and by nobody when none does`() async {
    var taken: [Int?] = []
    for _ in 0..<2 {
      scheduler.perform { [queue] in
        taken.append(await queue.wait(as: WorkLedger.currentWork, for: .condition))
      }
    }
    #expect(!queue.resumeFirst(returning: 1))
    await scheduler.settle()
    #expect(queue.resumeFirst(returning: 2))
    await scheduler.settle()
    #expect(taken == [2])
    #expect(queue.resumeFirst(returning: 3))
    #expect(!queue.resumeFirst(returning: 4))
    await scheduler.settle()
    #expect(taken == [2, 3])
  }

  @Test func `a value is not taken by one that was cancelled while it waited`() async {
    var taken: [Int?] = []
    let task = scheduler.perform { [queue] in
      taken.append(await queue.wait(as: WorkLedger.currentWork, for: .condition))
    }
    await scheduler.settle()
    task.cancel()
    #expect(!queue.resumeFirst(returning: 1))
    await scheduler.settle()
    #expect(taken == [nil])
  }

  @Test func `cancelling one that waits leaves those before it waiting`() async {
    var taken: [Int?] = []
    let tasks = (0..<2).map { _ in
      scheduler.perform { [queue] in
        taken.append(await queue.wait(as: WorkLedger.currentWork, for: .condition))
      }
    }
    await scheduler.settle()
    tasks[1].cancel()
    await tasks[1].value
    #expect(taken == [nil])
    #expect(queue.resumeFirst(returning: 1))
    await scheduler.settle()
    #expect(taken == [nil, 1])
  }
}
