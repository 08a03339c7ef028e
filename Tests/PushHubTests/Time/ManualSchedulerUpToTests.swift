import PushHub
import Testing

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

  @Test func `what falls due on the way runs, what falls due at the end waits`() {
    let start = scheduler.now
    scheduler.schedule(after: .seconds(1)) { [self] in
      schedule("on the way", after: .milliseconds(999))
      schedule("at the end", after: .seconds(1))
    }
    scheduler.advance(upTo: start + .seconds(2))
    #expect(log.take() == ["on the way"])
    #expect(scheduler.pendingCount == 1)
  }

  @Test func `advancing up to now leaves what is due now`() {
    schedule("now", after: .zero)
    scheduler.advance(upTo: scheduler.now)
    #expect(log.take().isEmpty)
    #expect(scheduler.pendingCount == 1)
  }

  @Test func `advancing up to the past leaves time as it is`() {
    let start = scheduler.now
    scheduler.advance(by: .seconds(5))
    schedule("now", after: .zero)
    scheduler.advance(upTo: start)
    #expect(scheduler.now == start + .seconds(5))
    #expect(log.take().isEmpty)
  }

  @Test func `what is overdue runs without what is due at the instant`() {
    schedule("now", after: .zero)
    schedule("overdue", after: .seconds(-1))
    scheduler.advance(upTo: scheduler.now)
    #expect(log.take() == ["overdue"])
    scheduler.advance(by: .zero)
    #expect(log.take() == ["now"])
  }

  @Test func `inside an action now is its deadline`() {
    let start = scheduler.now
    var seen: Duration?
    scheduler.schedule(after: .seconds(1)) { [scheduler] in seen = scheduler.now - start }
    scheduler.advance(upTo: start + .seconds(60))
    #expect(seen == .seconds(1))
  }
}
