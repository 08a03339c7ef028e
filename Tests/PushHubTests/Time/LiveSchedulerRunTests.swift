import PushHub
import Testing

@testable import TestSupport

@MainActor
struct LiveSchedulerRunTests {
  let scheduler = LiveScheduler()
  let log = CallLog()

  private final class Capture {}

  @Test func `running what is due does not wait for the timer`() {
    scheduler.schedule(after: .zero) { [log] in log.note("now") }
    scheduler.schedule(after: .seconds(-1)) { [log] in log.note("late") }
    scheduler.schedule(after: .seconds(3_600)) { [log] in log.note("in an hour") }
    scheduler.runDueActions()
    #expect(log.take() == ["late", "now"])
    #expect(scheduler.wakeUpCount == 0)
  }

  @Test func `from inside an action running what is due does nothing`() {
    scheduler.schedule(after: .seconds(-2)) { [scheduler, log] in
      log.note("first")
      scheduler.runDueActions()
      log.note("end of first")
    }
    scheduler.schedule(after: .seconds(-1)) { [log] in log.note("second") }
    scheduler.runDueActions()
    #expect(log.take() == ["first", "end of first", "second"])
  }

  @Test func `an action that always schedules itself again without delay lets the call return`() {
    var runs = 0
    func again() {
      runs += 1
      guard runs < 1_000_000 else { return }
      scheduler.schedule(after: .zero) { again() }
    }
    again()
    scheduler.runDueActions()
    #expect(runs < 1_000_000)
    #expect(scheduler.pendingWakeUp != nil)
  }

  @Test func `a chain of actions goes on by itself`() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      @MainActor func step(_ left: Int) {
        log.note("\(left)")
        if left == 0 {
          continuation.resume()
        } else {
          scheduler.schedule(after: .zero) { step(left - 1) }
        }
      }
      scheduler.schedule(after: .zero) { step(5) }
    }
    #expect(log.take() == ["5", "4", "3", "2", "1", "0"])
  }

  @Test func `a pending timer does not keep the scheduler or its actions alive`() {
    var capture: Capture? = Capture()
    let captureBox = WeakBox(capture)
    var owner: LiveScheduler? = LiveScheduler()
    let box = WeakBox(owner)
    owner?.schedule(after: .seconds(3_600)) { [capture] in _ = capture }
    capture = nil
    owner = nil
    #expect(!box.isAlive)
    #expect(!captureBox.isAlive)
  }
}
