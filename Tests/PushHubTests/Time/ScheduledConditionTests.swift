import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

struct ScheduledConditionTests: TimeFixture {
  let scheduler = ManualScheduler()
  let condition = ScheduledCondition()
  let log = CallLog()
  private let ending: WorkEnding

  init() {
    ending = WorkEnding(on: scheduler)
  }

  @discardableResult
  private func waiter(_ name: String) -> Task<Void, Never> {
    scheduler.perform { [condition, log] in
      let isSignalled = (try? await condition.wait()) != nil
      await Task.yield()
      log.note("\(name) \(isSignalled)")
    }
  }

  @Test func `settling does not wait for a signal, and waits for what follows one`() async {
    waiter("a")
    waiter("b")
    await settle()
    #expect(log.take().isEmpty)
    condition.signalAll()
    await settle()
    #expect(log.take().sorted() == ["a true", "b true"])
  }

  @Test func `a signal that comes before the wait is gone`() async {
    condition.signalAll()
    waiter("a")
    await settle()
    #expect(log.take().isEmpty)
  }

  @Test func `canceling ends one wait and leaves the others`() async {
    let first = waiter("first")
    waiter("second")
    await settle()
    first.cancel()
    await settle()
    #expect(log.take() == ["first false"])
    condition.signalAll()
    await settle()
    #expect(log.take() == ["second true"])
  }

  @Test func `a live scheduler's work that other work starts is not that work`() async {
    let live = LiveScheduler()
    scheduler.perform { [condition, log] in
      live.perform { try? await condition.wait() }
      for _ in 1...10 { await Task.yield() }
      log.note("work")
    }
    await settle()
    #expect(log.take() == ["work"])
    condition.signalAll()
  }

  @Test func `the action of an alarm that is released is canceled`() async {
    var alarm: DeadlineAlarm? = DeadlineAlarm {}
    alarm?.set(to: scheduler.now + .seconds(3), on: scheduler)
    #expect(scheduler.pendingCount == 1)
    alarm = nil
    #expect(await eventually { scheduler.pendingCount == 0 })
  }
}
