import Foundation
import PushHub
import Testing

@testable import TestSupport

/// The real timer, with deadlines of a few milliseconds and no opinion on how late it may be.
@MainActor
struct LiveSchedulerTests {
  let scheduler = LiveScheduler()
  let log = CallLog()

  /// Returns when an action of the given deadline has run.
  private func wait(until deadline: ContinuousClock.Instant) async {
    await withCheckedContinuation { continuation in
      scheduler.schedule(at: deadline, tolerance: .zero) { continuation.resume() }
    }
  }

  @Test func `an action runs, and not before its deadline`() async {
    let deadline = scheduler.now + .milliseconds(3)
    await wait(until: deadline)
    #expect(scheduler.now >= deadline)
    #expect(scheduler.wakeUpCount >= 1)
  }

  @Test func `any number of deadlines share one pending wake-up, that of the earliest`() {
    let start = scheduler.now
    for hours in (1...100).reversed() {
      scheduler.schedule(at: start + .seconds(hours * 3_600), tolerance: .zero) {}
      #expect(scheduler.pendingWakeUp == start + .seconds(hours * 3_600))
    }
    scheduler.schedule(at: start + .seconds(7_200), tolerance: .zero) {}
    #expect(scheduler.pendingWakeUp == start + .seconds(3_600))
  }

  @Test func `canceling everything disarms the timer`() {
    let actions = (1...50).map { scheduler.schedule(after: .seconds($0 * 3_600)) {} }
    for action in actions.shuffled() {
      scheduler.cancel(action)
    }
    #expect(scheduler.pendingWakeUp == nil)
    #expect(scheduler.wakeUpCount == 0)
  }

  @Test func `an earlier deadline arms the timer anew`() async {
    scheduler.schedule(after: .seconds(3_600)) { [log] in log.note("in an hour") }
    await wait(until: scheduler.now + .milliseconds(2))
    #expect(log.take().isEmpty)
    #expect(scheduler.pendingWakeUp != nil)
  }

  @Test func `deadlines that are past share one wake-up`() async {
    let start = scheduler.now
    for milliseconds in 1...20 {
      scheduler.schedule(at: start - .milliseconds(milliseconds), tolerance: .zero) { [log] in
        log.note("\(milliseconds)")
      }
    }
    await wait(until: start)
    #expect(log.take() == (1...20).reversed().map { "\($0)" })
    #expect(scheduler.wakeUpCount == 1)
  }

  @Test func `the wall clock and the monotonic clock are the system's`() {
    let before = (Date(), ContinuousClock.now)
    let (date, now) = (scheduler.date, scheduler.now)
    #expect(before.0 <= date && date <= Date())
    #expect(before.1 <= now && now <= ContinuousClock.now)
  }

  // MARK: - What is due

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

  // MARK: - Asynchronous work

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
