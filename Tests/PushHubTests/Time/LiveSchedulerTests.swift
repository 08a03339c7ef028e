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
}
