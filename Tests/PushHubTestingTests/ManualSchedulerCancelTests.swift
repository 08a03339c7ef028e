import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

@MainActor
struct ManualSchedulerCancelTests {
  let scheduler = ManualScheduler()
  let log = CallLog()

  /// Stands for whatever a closure holds on to.
  private final class Capture {}

  @Test func `a canceled action does not run`() {
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

  @Test func `canceling frees what the action holds at once`() {
    var capture: Capture? = Capture()
    let box = WeakBox(capture)
    scheduler.schedule(after: .seconds(1)) {}
    let action = scheduler.schedule(after: .seconds(2)) { [capture] in _ = capture }
    capture = nil
    #expect(box.isAlive)
    scheduler.cancel(action)
    #expect(!box.isAlive)
  }
}
