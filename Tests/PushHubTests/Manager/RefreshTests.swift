import PushHub
import Testing

@MainActor
struct RefreshTests {
  let hub = Hub()
  var manager: NotificationManager { hub.manager }
  var scheduler: ManualScheduler { hub.scheduler }

  @Test func `without features that refresh, there is no data`() async {
    #expect(await manager.refresh() == .noData)
    #expect(scheduler.pendingCount == 0)
    #expect(hub.codes == [.refreshed])
  }

  @Test func `features work at the same time, and their results are merged`() async {
    let features = [
      RefresherProbe(.answers, .noData, on: scheduler), RefresherProbe(.answers, on: scheduler),
    ]
    for feature in features { manager.add(feature) }
    let call = call()
    await pass(.seconds(2))
    #expect(call.results == [.newData])
    #expect(features.map(\.endedCount) == [1, 1])
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `the results of refreshes are merged as those of pushes are`() async {
    let hub = Hub { $0.fetchResultPriority = [.failed, .newData] }
    let features = [
      RefresherProbe(.answers, on: hub.scheduler), RefresherProbe(.fails, on: hub.scheduler),
    ]
    for feature in features { hub.manager.add(feature) }
    let call = Call(of: hub)
    await hub.scheduler.settle()
    hub.scheduler.advance(by: .seconds(2))
    await hub.scheduler.settle()
    #expect(call.results == [.failed])
  }

  @Test func `what is late is cancelled, named and counts as failed`() async {
    let feature = RefresherProbe(.hangs, on: scheduler)
    manager.add(feature)
    let call = call()
    await pass(.seconds(25) - .nanoseconds(1))
    #expect(call.results == [])
    await pass(.nanoseconds(1))
    #expect(call.results == [.failed])
    #expect(feature.endedCount == 1)
    #expect(manager.statistics[.late] == 1)
    #expect(hub.log.last { $0.code == .late }?.observer == "RefresherProbe")
  }

  @Test func `a feature that fails is named`() async {
    let feature = RefresherProbe(.fails, on: scheduler)
    manager.add(feature)
    let call = call()
    await pass(.seconds(2))
    #expect(call.results == [.failed])
    #expect(manager.statistics[.workFailed] == 1)
    #expect(hub.log.last { $0.code == .workFailed }?.observer == "RefresherProbe")
  }

  @Test func `two refreshes at once are one, and both have its result`() async {
    let feature = RefresherProbe(.answers, on: scheduler)
    manager.add(feature)
    let calls = [call(), call()]
    await pass(.seconds(2))
    #expect(calls.map(\.results) == [[.newData], [.newData]])
    #expect(feature.askedCount == 1)
    #expect(hub.codes == [.refreshed])
  }

  @Test func `the next refresh asks again, also while late work of the last goes on`() async {
    let feature = RefresherProbe(.answersLate, on: scheduler)
    manager.add(feature)
    let first = call()
    await pass(.seconds(24))
    scheduler.advance(by: .seconds(1))
    await first.waitForResult()
    let second = call()
    #expect(await eventually { feature.askedCount >= 2 })
    scheduler.advance(by: .seconds(40))
    await second.waitForResult()
    await feature.waitForEnd(2)
    await scheduler.settle()
    #expect(first.results + second.results == [.failed, .failed])
    #expect(manager.statistics[.answeredLate] == 2)
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `a feature that another one's turn removes is not asked`() async {
    let second = RefresherProbe(.answers, on: scheduler)
    let first = Remover { [manager] in manager.remove(second) }
    manager.add(first)
    manager.add(second)
    let call = call()
    await pass(.seconds(2))
    #expect(call.results == [.noData])
    #expect(second.askedCount == 0)
  }

  @Test func `what fell due while the app was suspended runs before`() async {
    var lines: [String] = []
    let feature = RefresherProbe(.answers, on: scheduler)
    manager.add(feature)
    scheduler.schedule(after: .seconds(60)) { lines.append("due, \(feature.askedCount) asked") }
    scheduler.sleepThrough(.seconds(3_600))
    let call = call()
    await pass(.seconds(2))
    #expect(lines == ["due, 0 asked"])
    #expect(call.results == [.newData])
  }

  @Test func `a feature that only refreshes is attached by a host, and detached`() async throws {
    let context = PluginContext(push: manager, lifecycle: AppLifecycle(), scheduler: scheduler)
    let host = PluginHost(context: context)
    let feature = RefresherProbe(.answers, on: scheduler)
    try host.install(feature, named: "probe")
    let first = call()
    await pass(.seconds(2))
    try host.remove(named: "probe")
    let second = call()
    await pass(.seconds(2))
    #expect(first.results + second.results == [.newData, .noData])
    #expect(feature.askedCount == 1)
  }

  /// Two features of every habit, and a caller that is cancelled before they are, between, after, or
  /// not at all.
  @Test func `whatever features do, a refresh has one result, in time, and none is left`() async {
    var mistakes: [String] = []
    let cancellations: [Duration?] = [.zero, .seconds(1), .seconds(10), .seconds(30), nil]
    for first in RefresherProbe.Habit.allCases {
      for second in RefresherProbe.Habit.allCases {
        for cancellation in cancellations {
          let (got, wanted) = await outcome(of: [first, second], cancelledAfter: cancellation)
          if got != wanted { mistakes.append("\(first) \(second) \(cancellation ?? .zero)") }
        }
      }
    }
    #expect(mistakes == [])
  }
}

extension RefreshTests {
  private final class Remover: BackgroundRefresher {
    private let remove: () -> Void

    init(_ remove: @escaping () -> Void) {
      self.remove = remove
    }

    func performBackgroundRefresh() async -> FetchResult {
      remove()
      return .noData
    }
  }

  private struct Outcome: Hashable {
    var result: FetchResult
    var end: Duration
    var late: Int
    var failed: Int
    var answeredLate: Int
  }

  private func outcome(
    of habits: [RefresherProbe.Habit],
    cancelledAfter cancellation: Duration?
  ) async -> (got: Outcome?, wanted: Outcome) {
    let hub = Hub()
    let features = habits.map { RefresherProbe($0, on: hub.scheduler) }
    for feature in features { hub.manager.add(feature) }
    let call = Call(of: hub)
    await hub.scheduler.settle()
    let cutOff = min(cancellation ?? .seconds(25), .seconds(25))
    let start = hub.scheduler.now
    for second in 0..<25 where .seconds(second + 1) < cutOff {
      hub.scheduler.advance(to: start + .seconds(second + 1))
      await hub.scheduler.settle()
    }
    hub.scheduler.advance(to: start + cutOff)
    if cancellation == cutOff { call.task?.cancel() }
    await call.waitForResult()
    hub.scheduler.advance(to: start + .seconds(60))
    for feature in features { await feature.waitForEnd() }
    await hub.scheduler.settle()
    hub.scheduler.advance(to: start + .seconds(3_600))
    let statistics = hub.manager.statistics
    guard call.results.count == 1, let end = call.end, features.allSatisfy({ $0.endedCount == 1 }),
      hub.scheduler.pendingCount == 0
    else { return (nil, wanted(of: habits, cancelledAfter: cancellation)) }
    let got = Outcome(
      result: call.results[0],
      end: end,
      late: statistics[.late],
      failed: statistics[.workFailed],
      answeredLate: statistics[.answeredLate]
    )
    return (got, wanted(of: habits, cancelledAfter: cancellation))
  }

  /// What should come of it, as far as the order says.
  private func wanted(
    of habits: [RefresherProbe.Habit],
    cancelledAfter cancellation: Duration?
  ) -> Outcome {
    let cutOff = min(cancellation ?? .seconds(25), .seconds(25))
    let answer: (RefresherProbe.Habit) -> Duration = { habit in
      switch habit {
      case .answers, .fails: .seconds(2)
      case .hangs: .seconds(3_600)
      case .answersLate: .seconds(40)
      }
    }
    let inTime = habits.filter { answer($0) < cutOff }
    let late = habits.count - inTime.count
    return Outcome(
      result: inTime.contains(.answers) ? .newData : .failed,
      end: late > 0 ? cutOff : habits.map(answer).max() ?? .zero,
      late: late,
      failed: inTime.count { $0 == .fails },
      answeredLate: late
    )
  }

  /// A call for a refresh, which may be cancelled.
  @MainActor
  private final class Call {
    private(set) var task: Task<Void, Never>?
    private(set) var results: [FetchResult] = []
    private(set) var end: Duration?
    private let ended = ScheduledCondition()

    init(of hub: Hub) {
      let start = hub.scheduler.now
      task = hub.scheduler.perform { [weak self] in
        let result = await hub.manager.refresh()
        self?.results.append(result)
        self?.end = hub.scheduler.now - start
        self?.ended.signalAll()
      }
    }

    func waitForResult() async {
      while results.isEmpty, !Task.isCancelled {
        try? await ended.wait()
      }
    }
  }

  private func call() -> Call { Call(of: hub) }

  private func pass(_ duration: Duration) async {
    await scheduler.settle()
    scheduler.advance(by: duration)
    await scheduler.settle()
  }
}
