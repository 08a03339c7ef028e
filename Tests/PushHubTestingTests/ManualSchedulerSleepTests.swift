import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

@MainActor
struct ManualSchedulerSleepTests {
  let scheduler = ManualScheduler()
  let log = CallLog()

  private func schedule(_ line: String, after delay: Duration) {
    scheduler.schedule(after: delay) { [log] in log.note(line) }
  }

  @Test func `time goes on in a sleep, and nothing runs`() {
    let start = scheduler.now
    let date = scheduler.date
    schedule("due", after: .seconds(1))
    scheduler.sleepThrough(.seconds(60))
    #expect(scheduler.now == start + .seconds(60))
    #expect(scheduler.date == date.addingTimeInterval(60))
    #expect(log.take().isEmpty)
  }

  @Test func `running what is due lets no time pass, and runs in order of deadline`() {
    schedule("second", after: .seconds(2))
    schedule("first", after: .seconds(1))
    schedule("at the end", after: .seconds(60))
    schedule("later", after: .seconds(61))
    scheduler.sleepThrough(.seconds(60))
    let end = scheduler.now
    scheduler.runDueActions()
    #expect(log.take() == ["first", "second", "at the end"])
    #expect(scheduler.now == end)
    schedule("again", after: .zero)
    scheduler.runDueActions()
    #expect(log.take() == ["again"])
  }

  @Test func `what late actions schedule waits for its turn, so that no chain is endless`() {
    var next: ScheduledAction?
    func again() {
      log.note("run")
      next = scheduler.schedule(after: .zero) { again() }
    }
    again()
    scheduler.runDueActions()
    #expect(log.take() == ["run", "run"])
    next.map(scheduler.cancel)
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `from inside an action running what is due does nothing`() {
    for step in [{ $0.runDueActions() }, { $0.advance(by: .zero) }] as [(ManualScheduler) -> Void] {
      scheduler.schedule(after: .seconds(1)) { [scheduler, log] in
        scheduler.runDueActions()
        log.note("first")
      }
      schedule("second", after: .seconds(1))
      scheduler.sleepThrough(.seconds(1))
      step(scheduler)
      #expect(log.take() == ["first", "second"])
    }
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
