import Foundation
import PushHub
import PushHubTesting
import Testing

/// What it costs to settle, in a process without other tests.
struct SettlingCostTests {
  @Test func `works at one instant cost as much each, however many there are`() async {
    await #expect(processExitsWith: .success) {
      let small = await cost(of: 500)
      let large = await cost(of: 2_000)
      precondition(large < small * 10, "\(large) for four times as many as in \(small)")
    }
  }

  @Test func `works that are canceled at one instant cost as much each, too`() async {
    await #expect(processExitsWith: .success) {
      let small = await cost(of: 500, isCancelled: true)
      let large = await cost(of: 2_000, isCancelled: true)
      precondition(large < small * 10, "\(large) for four times as many as in \(small)")
    }
  }
}

/// The processor time of works that wait at one instant, the least of three times.
@MainActor
private func cost(of count: Int, isCancelled: Bool = false) async -> Int {
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
