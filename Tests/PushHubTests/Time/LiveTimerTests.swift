import PushHub
import Testing

/// When the operating system's timer of a live scheduler fires.
@MainActor
struct LiveTimerTests {
  private let scheduler = LiveScheduler()

  /// Returns when another scheduler's action of that deadline has run.
  private func wait(until deadline: ContinuousClock.Instant) async {
    let other = LiveScheduler()
    await withCheckedContinuation { continuation in
      other.schedule(at: deadline, tolerance: .zero) { continuation.resume() }
    }
  }

  @Test func `a timer whose last action was canceled does not wake the process`() async {
    let start = scheduler.now
    let action = scheduler.schedule(at: start + .milliseconds(5), tolerance: .zero) {}
    scheduler.cancel(action)
    await wait(until: start + .milliseconds(40))
    await wait(until: start + .milliseconds(60))
    #expect(scheduler.wakeUpCount == 0)
  }
}
