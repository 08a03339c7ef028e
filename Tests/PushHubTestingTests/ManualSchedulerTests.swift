import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

@MainActor
struct ManualSchedulerTests {
  let scheduler = ManualScheduler()
  let log = CallLog()

  private func schedule(_ line: String, after delay: Duration) -> ScheduledAction {
    scheduler.schedule(after: delay) { [log] in log.note(line) }
  }

  @Test func `an action runs when its deadline is reached and not before`() {
    _ = schedule("a", after: .seconds(60))
    scheduler.advance(by: .milliseconds(59_999))
    #expect(log.take().isEmpty)
    scheduler.advance(by: .milliseconds(1))
    #expect(log.take() == ["a"])
  }

  @Test func `actions run in order of deadline and then of scheduling`() {
    _ = schedule("late", after: .seconds(2))
    _ = schedule("first of two", after: .seconds(1))
    _ = schedule("second of two", after: .seconds(1))
    _ = schedule("early", after: .milliseconds(1))
    scheduler.advance(by: .seconds(2))
    #expect(log.take() == ["early", "first of two", "second of two", "late"])
  }

  @Test func `a due action does not run from inside schedule`() {
    _ = schedule("now", after: .zero)
    _ = schedule("past", after: .seconds(-5))
    #expect(log.take().isEmpty)
    scheduler.advance(by: .zero)
    #expect(log.take() == ["past", "now"])
  }

  @Test func `inside an action now is its deadline`() {
    let start = scheduler.now
    var seen: [Duration] = []
    for seconds in [3, 1, 2] {
      scheduler.schedule(after: .seconds(seconds)) { [scheduler] in
        seen.append(scheduler.now - start)
      }
    }
    scheduler.advance(by: .seconds(60))
    #expect(seen == [.seconds(1), .seconds(2), .seconds(3)])
    #expect(scheduler.now - start == .seconds(60))
  }

  @Test func `time never goes back for an action whose deadline is past`() {
    let start = scheduler.now
    var seen: Duration?
    scheduler.advance(by: .seconds(10))
    scheduler.schedule(at: start, tolerance: .zero) { [scheduler] in seen = scheduler.now - start }
    scheduler.advance(by: .seconds(1))
    #expect(seen == .seconds(10))
  }

  @Test func `advancing to the past leaves time as it is and runs what is due`() {
    let start = scheduler.now
    scheduler.advance(by: .seconds(5))
    _ = schedule("due", after: .zero)
    scheduler.advance(to: start)
    #expect(scheduler.now == start + .seconds(5))
    #expect(log.take() == ["due"])
    scheduler.advance(by: .seconds(-1))
    #expect(scheduler.now == start + .seconds(5))
  }

  @Test func `an action scheduled by another runs in the same call if it falls due`() {
    let start = scheduler.now
    var seen: [Duration] = []
    var next: ScheduledAction?
    func tick() {
      seen.append(scheduler.now - start)
      next = scheduler.schedule(after: .seconds(10)) { tick() }
    }
    scheduler.schedule(after: .seconds(10)) { tick() }
    scheduler.advance(by: .seconds(35))
    #expect(seen == [.seconds(10), .seconds(20), .seconds(30)])
    next.map(scheduler.cancel)
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `an action may let time pass itself`() {
    scheduler.schedule(after: .seconds(1)) { [scheduler, log] in
      log.note("a")
      scheduler.advance(by: .seconds(5))
      log.note("back in a")
    }
    _ = schedule("b", after: .seconds(2))
    let start = scheduler.now
    scheduler.advance(by: .seconds(3))
    #expect(log.take() == ["a", "b", "back in a"])
    #expect(scheduler.now == start + .seconds(6))
  }

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

  @Test(arguments: [3_600, -3_600])
  func `a jump of the wall clock changes the date and nothing else`(seconds: Int) {
    let date = Date(timeIntervalSince1970: 1_000_000)
    let scheduler = ManualScheduler(date: date)
    let start = scheduler.now
    var runs = 0
    scheduler.schedule(after: .seconds(10)) { runs += 1 }
    scheduler.jumpWallClock(by: .seconds(seconds))
    #expect(scheduler.date == date.addingTimeInterval(Double(seconds)))
    #expect(scheduler.now == start)
    #expect(scheduler.nextDeadline == start + .seconds(10))
    scheduler.advance(by: .seconds(9))
    #expect(runs == 0)
    scheduler.advance(by: .seconds(1))
    #expect(runs == 1)
    #expect(scheduler.date == date.addingTimeInterval(Double(seconds + 10)))
  }
}
