import PushHub
import Testing

@testable import TestSupport

/// Asynchronous work in real time, in as little of it as can be.
@MainActor
struct LiveSchedulerWorkTests {
  let scheduler = LiveScheduler()
  let log = CallLog()

  @Test func `work runs in its task, not from inside perform`() async {
    let task = scheduler.perform { [log] in log.note("work") }
    #expect(log.lines.isEmpty)
    await task.value
    #expect(log.take() == ["work"])
  }

  @Test func `a sleep ends when its deadline has come and not before`() async throws {
    let deadline = scheduler.now + .milliseconds(2)
    try await scheduler.sleep(until: deadline)
    #expect(scheduler.now >= deadline)
    #expect(scheduler.pendingWakeUp == nil)
  }

  @Test func `a canceled sleep throws at once and leaves no timer`() async {
    let task = scheduler.perform { [scheduler, log] in
      do {
        try await scheduler.sleep(until: scheduler.now + .seconds(3_600))
      } catch {
        log.note("\(error is CancellationError)")
      }
    }
    #expect(await eventually { scheduler.pendingWakeUp != nil })
    task.cancel()
    await task.value
    #expect(log.take() == ["true"])
    #expect(scheduler.pendingWakeUp == nil)
  }
}
