import PushHubTesting
import Testing

@testable import PushHub
@testable import TestSupport

struct BackgroundDeliveryTests: AppFixture {
  let app = SimulatedApp()
  private let results = Holder<[FetchResult]>([])

  private func add(_ habit: WorkerProbe.Habit, _ result: FetchResult = .newData) -> WorkerProbe {
    let worker = WorkerProbe(habit, result, on: clock)
    manager.add(worker)
    return worker
  }

  /// Delivers a push, whose result is kept.
  @discardableResult
  private func deliver() -> Task<Void, Never> {
    let push = message("m1")
    return clock.perform { [manager, results] in
      results.value.append(await manager.deliver(push, via: .remote))
    }
  }

  @Test func `without observers that work, there is no data`() async {
    let recorder = PushRecorder()
    manager.add(recorder)
    #expect(await manager.deliver(message("m1"), via: .remote) == .noData)
    #expect(clock.pendingCount == 0)
    #expect(recorder.lines == ["received m1"])
  }

  @Test func `observers work at the same time, and their results are merged`() async {
    let workers = [add(.answers, .noData), add(.answers)]
    deliver()
    await wait(2)
    #expect(results.value == [.newData])
    #expect(workers.map(\.endedCount) == [1, 1])
    #expect(clock.pendingCount == 1, "only the journal waits")
  }

  @Test func `an error counts as failed and is named`() async throws {
    let worker = add(.fails)
    deliver()
    await wait(2)
    #expect(results.value == [.failed])
    #expect(worker.endedCount == 1)
    #expect(manager.statistics[.workFailed] == 1)
    let entry = try #require(app.log.last { $0.code == .workFailed })
    #expect(entry.observer == "WorkerProbe")
    #expect(entry.pushID == "m1")
  }

  @Test func `what is late is canceled, named and counts as failed`() async {
    let workers = [add(.answers, .noData), add(.hangs)]
    deliver()
    await advance(by: .seconds(25) - .nanoseconds(1))
    #expect(results.value == [])
    await advance(by: .nanoseconds(1))
    #expect(results.value == [.failed])
    #expect(workers.map(\.endedCount) == [1, 1])
    #expect(manager.statistics[.late] == 1)
    #expect(manager.statistics[.answeredLate] == 1)
    #expect(manager.statistics[.workFailed] == 0)
    #expect(app.log.last { $0.code == .late }?.observer == "WorkerProbe")
  }

  @Test func `an answer after the deadline changes nothing and is counted`() async {
    let worker = add(.answersLate)
    deliver()
    await wait(40)
    await worker.waitForEnd()
    await settle()
    #expect(manager.statistics[.answeredLate] == 1)
    #expect(app.codes.contains(.answeredLate))
    deliver()
    await settle()
    #expect(results.value == [.failed, .failed])
  }

  @Test func `a second callback for the same push waits for the same work`() async {
    let worker = add(.answers)
    deliver()
    await wait(1)
    deliver()
    await wait(1)
    #expect(results.value == [.newData, .newData])
    #expect(worker.askedCount == 1)
  }

  @Test func `canceling the caller cuts the work off`() async {
    let worker = add(.hangs)
    let delivery = deliver()
    await settle()
    delivery.cancel()
    await settle()
    #expect(results.value == [.failed])
    #expect(worker.endedCount == 1)
    #expect(manager.statistics[.late] == 1)
    #expect(clock.pendingCount == 1, "only the journal waits")
  }

  @Test func `an observer keeps its life while it works, and no longer`() async {
    var worker: WorkerProbe? = add(.answers)
    let observer = WeakBox(worker)
    deliver()
    await settle()
    worker = nil
    #expect(observer.isAlive)
    await wait(2)
    #expect(results.value == [.newData])
    #expect(!observer.isAlive)
  }

  @Test func `which result counts is the app's choice`() async {
    let app = SimulatedApp { $0.fetchResultPriority = [.newData, .noData, .failed] }
    let workers = [
      WorkerProbe(.answers, .noData, on: app.clock), WorkerProbe(.fails, on: app.clock),
    ]
    for worker in workers { app.manager.add(worker) }
    let push = message("m1")
    app.clock.perform { [results] in
      results.value.append(await app.manager.deliver(push, via: .remote))
    }
    await app.wait(2)
    #expect(results.value == [.noData])
  }

  // MARK: - Refreshes

  private func refresh() {
    clock.perform { [manager, results] in
      results.value.append(await manager.refresh())
    }
  }

  @Test func `two refreshes at once are one, and both have its result`() async {
    let feature = add(.answers)
    refresh()
    refresh()
    await wait(2)
    #expect(results.value == [.newData, .newData])
    #expect(feature.askedCount == 1)
    #expect(app.codes == [.refreshed])
  }

  @Test func `the next refresh asks again, also while late work of the last goes on`() async {
    let feature = add(.answersLate)
    refresh()
    await settle()
    pass(25)
    #expect(await eventually { results.value == [.failed] })
    refresh()
    #expect(await eventually { feature.askedCount == 2 })
    pass(40)
    await feature.waitForEnd(2)
    await settle()
    #expect(results.value == [.failed, .failed])
    #expect(manager.statistics[.answeredLate] == 2)
    #expect(clock.pendingCount == 0)
  }

  @Test func `what fell due while the app was suspended runs before`() async {
    var lines: [String] = []
    let feature = add(.answers)
    clock.schedule(after: .seconds(60)) { lines.append("due, \(feature.askedCount) asked") }
    clock.sleepThrough(.seconds(3_600))
    refresh()
    await wait(2)
    #expect(lines == ["due, 0 asked"])
    #expect(results.value == [.newData])
  }

  @Test func `a refresh after a sleep does not join one whose budget passed in the sleep`() async {
    let feature = add(.hangs)
    refresh()
    await settle()
    clock.sleepThrough(.seconds(3_600))
    refresh()
    await settle()
    #expect(feature.askedCount == 2)
    #expect(results.value == [.failed])
    await wait(25)
    #expect(results.value == [.failed, .failed])
  }

  // MARK: - What a manager keeps of work that is done

  @Test func `work is kept for remembered pushes only`() async {
    let app = SimulatedApp { $0.deduplicationCapacity = 3 }
    let worker = WorkerProbe(.answers, on: app.clock)
    app.manager.add(worker)
    for number in 1...10 {
      let push = message("m\(number)")
      app.clock.perform { _ = await app.manager.deliver(push, via: .remote) }
      await app.wait(2)
    }
    #expect(worker.endedCount == 10)
    #expect(app.manager.backgroundWork.count == 3)
  }

  // MARK: - Results

  @Test func `new data counts more than a failure, and a failure more than no data`() {
    for first in FetchResult.allCases {
      for second in FetchResult.allCases {
        let expected = [FetchResult.newData, .failed].first { $0 == first || $0 == second }
        #expect(manager.configuration.merged([first, second]) == expected ?? .noData)
      }
    }
  }
}
