import Foundation
import PushHub
import Testing

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

  @Test func `a new scheduler has no timer pending`() {
    #expect(scheduler.pendingWakeUp == nil)
    #expect(scheduler.wakeUpCount == 0)
  }

  @Test func `an action runs, and not before its deadline`() async {
    let deadline = scheduler.now + .milliseconds(3)
    await wait(until: deadline)
    #expect(scheduler.now >= deadline)
    #expect(scheduler.wakeUpCount >= 1)
  }

  @Test func `when nothing is left no timer is pending`() async {
    await wait(until: scheduler.now + .milliseconds(1))
    #expect(scheduler.pendingWakeUp == nil)
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

  @Test func `cancelling everything disarms the timer`() {
    let actions = (1...50).map { scheduler.schedule(after: .seconds($0 * 3_600)) {} }
    for action in actions.shuffled() {
      scheduler.cancel(action)
    }
    #expect(scheduler.pendingWakeUp == nil)
    #expect(scheduler.wakeUpCount == 0)
  }

  @Test func `cancelling the earliest leaves the wake-up of the next`() {
    let start = scheduler.now
    let first = scheduler.schedule(at: start + .seconds(100), tolerance: .zero) {}
    scheduler.schedule(at: start + .seconds(200), tolerance: .zero) {}
    scheduler.cancel(first)
    #expect(scheduler.pendingWakeUp == start + .seconds(200))
  }

  @Test func `an earlier deadline arms the timer anew`() async {
    scheduler.schedule(after: .seconds(3_600)) { [log] in log.note("in an hour") }
    await wait(until: scheduler.now + .milliseconds(2))
    #expect(log.take().isEmpty)
    #expect(scheduler.pendingWakeUp != nil)
  }

  @Test func `actions run in order of deadline and then of scheduling`() async {
    let start = scheduler.now
    for milliseconds in [3, 1, 2, 1] {
      scheduler.schedule(at: start + .milliseconds(milliseconds), tolerance: .zero) { [log] in
        log.note("\(milliseconds)")
      }
    }
    await wait(until: start + .milliseconds(4))
    #expect(log.take() == ["1", "1", "2", "3"])
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

  @Test func `an action never runs from inside schedule, however late it is`() {
    scheduler.schedule(after: .seconds(-1)) { [log] in log.note("a") }
    #expect(log.take().isEmpty)
  }

  @Test func `a cancelled action does not run`() async {
    let start = scheduler.now
    let action = scheduler.schedule(at: start + .milliseconds(1), tolerance: .zero) { [log] in
      log.note("cancelled")
    }
    scheduler.cancel(action)
    await wait(until: start + .milliseconds(2))
    #expect(log.take().isEmpty)
  }

  @Test func `the wall clock and the monotonic clock are the system's`() {
    let before = (Date(), ContinuousClock.now)
    let (date, now) = (scheduler.date, scheduler.now)
    #expect(before.0 <= date && date <= Date())
    #expect(before.1 <= now && now <= ContinuousClock.now)
  }

  @Test func `the farthest deadline and tolerance are taken as they are`() {
    let far = scheduler.now + .seconds(Int64.max / 4)
    scheduler.schedule(at: far, tolerance: .seconds(Int64.max / 4)) {}
    #expect(scheduler.pendingWakeUp == far)
  }
}
