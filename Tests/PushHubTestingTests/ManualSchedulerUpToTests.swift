import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

@MainActor
struct ManualSchedulerUpToTests {
  let scheduler = ManualScheduler()
  let log = CallLog()

  private func schedule(_ line: String, after delay: Duration) {
    scheduler.schedule(after: delay) { [log] in log.note(line) }
  }

  @Test func `advancing up to an instant leaves what is due at it`() {
    let start = scheduler.now
    schedule("before", after: .seconds(1))
    schedule("at", after: .seconds(2))
    scheduler.advance(upTo: start + .seconds(2))
    #expect(log.take() == ["before"])
    #expect(scheduler.now == start + .seconds(2))
    scheduler.advance(by: .zero)
    #expect(log.take() == ["at"])
  }

  @Test func `actions left at an instant run only when time advances again`() {
    let start = scheduler.now
    schedule("at", after: .seconds(2))
    scheduler.advance(upTo: start + .seconds(2))
    schedule("late", after: .seconds(-1))
    scheduler.runDueActions()
    #expect(log.take() == [])
    scheduler.sleepThrough(.zero)
    scheduler.runDueActions()
    #expect(log.take() == ["late", "at"])
  }
}
