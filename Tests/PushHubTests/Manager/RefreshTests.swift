import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

@MainActor
struct RefreshTests: AppFixture {
  let app = SimulatedApp()
  private let results = Holder<[FetchResult]>([])

  private func refresh() {
    clock.perform { [manager, results] in
      results.value.append(await manager.refresh())
    }
  }

  private func pass(_ duration: Duration) async {
    await clock.settle()
    clock.advance(by: duration)
    await clock.settle()
  }

  @Test func `two refreshes at once are one, and both have its result`() async {
    let feature = WorkerProbe(.answers, on: clock)
    manager.add(feature)
    refresh()
    refresh()
    await pass(.seconds(2))
    #expect(results.value == [.newData, .newData])
    #expect(feature.askedCount == 1)
    #expect(app.codes == [.refreshed])
  }

  @Test func `the next refresh asks again, also while late work of the last goes on`() async {
    let feature = WorkerProbe(.answersLate, on: clock)
    manager.add(feature)
    refresh()
    await clock.settle()
    clock.advance(by: .seconds(25))
    #expect(await eventually { results.value == [.failed] })
    refresh()
    #expect(await eventually { feature.askedCount == 2 })
    clock.advance(by: .seconds(40))
    await feature.waitForEnd(2)
    await clock.settle()
    #expect(results.value == [.failed, .failed])
    #expect(manager.statistics[.answeredLate] == 2)
    #expect(clock.pendingCount == 0)
  }

  @Test func `what fell due while the app was suspended runs before`() async {
    var lines: [String] = []
    let feature = WorkerProbe(.answers, on: clock)
    manager.add(feature)
    clock.schedule(after: .seconds(60)) { lines.append("due, \(feature.askedCount) asked") }
    clock.sleepThrough(.seconds(3_600))
    refresh()
    await pass(.seconds(2))
    #expect(lines == ["due, 0 asked"])
    #expect(results.value == [.newData])
  }

  @Test func `a refresh after a sleep does not join one whose budget passed in the sleep`() async {
    let feature = WorkerProbe(.hangs, on: clock)
    manager.add(feature)
    refresh()
    await clock.settle()
    clock.sleepThrough(.seconds(3_600))
    refresh()
    await clock.settle()
    #expect(feature.askedCount == 2)
    #expect(results.value == [.failed])
    await pass(.seconds(25))
    #expect(results.value == [.failed, .failed])
  }
}
