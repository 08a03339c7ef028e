import Foundation
import PushHub
import PushHubTesting
import Testing

/// What it costs to settle, in a process without other tests.
struct SettlingCostTests {
  @Test func `works that end or are canceled at one instant cost as much each`() async {
    await #expect(processExitsWith: .success) {
      for isCancelled in [false, true] {
        let small = await cost(of: 500, isCancelled: isCancelled)
        let large = await cost(of: 2_000, isCancelled: isCancelled)
        precondition(large < small * 10, "\(large) for four times as many as in \(small)")
      }
    }
  }
}

/// The processor time of works that wait at one instant, the least of three times.
@MainActor
private func cost(of count: Int, isCancelled: Bool) async -> Int {
  var costs: [Int] = []
  for _ in 1...3 {
    let scheduler = ManualScheduler()
    let end = ScheduledCondition()
    let start = clock()
    var tasks: [Task<Void, Never>] = []
    for _ in 1...count {
      tasks.append(scheduler.perform { try? await end.wait() })
      await scheduler.settle()
    }
    if isCancelled {
      for task in tasks.reversed() { task.cancel() }
    } else {
      end.signalAll()
    }
    await scheduler.settle()
    costs.append(clock() - start)
  }
  return costs.min() ?? 0
}
