import PushHub
import Testing

@MainActor
struct ManualSchedulerCancelTests {
  let scheduler = ManualScheduler()
  let log = CallLog()

  /// Stands for whatever a closure holds on to.
  private final class Capture {}

  @Test func `a cancelled action does not run`() {
    let action = scheduler.schedule(after: .seconds(1)) { [log] in log.note("a") }
    scheduler.cancel(action)
    scheduler.advance(by: .seconds(1))
    #expect(log.take().isEmpty)
  }

  @Test func `an action can cancel another that is due at the same instant`() {
    let second = Holder<ScheduledAction?>(nil)
    scheduler.schedule(after: .seconds(1)) { [scheduler, log] in
      log.note("first")
      if let second = second.value { scheduler.cancel(second) }
    }
    second.value = scheduler.schedule(after: .seconds(1)) { [log] in log.note("second") }
    scheduler.advance(by: .seconds(5))
    #expect(log.take() == ["first"])
  }

  @Test func `an action that cancels itself has run`() {
    let own = Holder<ScheduledAction?>(nil)
    own.value = scheduler.schedule(after: .seconds(1)) { [scheduler, log] in
      log.note("a")
      if let own = own.value { scheduler.cancel(own) }
    }
    scheduler.advance(by: .seconds(5))
    #expect(log.take() == ["a"])
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `cancelling twice, or after the run, changes nothing for others`() {
    let first = scheduler.schedule(after: .seconds(1)) { [log] in log.note("first") }
    let second = scheduler.schedule(after: .seconds(2)) { [log] in log.note("second") }
    scheduler.schedule(after: .seconds(3)) { [log] in log.note("third") }
    scheduler.advance(by: .seconds(1))
    scheduler.cancel(first)
    scheduler.cancel(second)
    scheduler.cancel(second)
    scheduler.advance(by: .seconds(5))
    #expect(log.take() == ["first", "third"])
  }

  @Test func `an unknown name cancels nothing`() {
    scheduler.schedule(after: .seconds(1)) { [log] in log.note("a") }
    scheduler.cancel(ScheduledAction(rawValue: .max))
    scheduler.advance(by: .seconds(1))
    #expect(log.take() == ["a"])
  }

  @Test func `cancelling frees what the action holds at once`() {
    var capture: Capture? = Capture()
    let box = WeakBox(capture)
    scheduler.schedule(after: .seconds(1)) {}
    let action = scheduler.schedule(after: .seconds(2)) { [capture] in _ = capture }
    capture = nil
    #expect(box.isAlive)
    scheduler.cancel(action)
    #expect(!box.isAlive)
  }

  @Test func `an action that has run is freed before the next one runs`() {
    var capture: Capture? = Capture()
    let box = WeakBox(capture)
    var wasAlive = true
    scheduler.schedule(after: .seconds(1)) { [capture] in _ = capture }
    scheduler.schedule(after: .seconds(1)) { wasAlive = box.isAlive }
    capture = nil
    scheduler.advance(by: .seconds(1))
    #expect(!wasAlive)
  }

  @Test func `a scheduler lets go of its actions with itself`() {
    var capture: Capture? = Capture()
    let box = WeakBox(capture)
    var owner: ManualScheduler? = ManualScheduler()
    owner?.schedule(after: .seconds(1)) { [capture] in _ = capture }
    capture = nil
    owner = nil
    #expect(!box.isAlive)
  }

  @Test func `dropping the name cancels nothing`() {
    do {
      let name = scheduler.schedule(after: .seconds(1)) { [log] in log.note("a") }
      _ = name
    }
    scheduler.advance(by: .seconds(1))
    #expect(log.take() == ["a"])
  }
}
