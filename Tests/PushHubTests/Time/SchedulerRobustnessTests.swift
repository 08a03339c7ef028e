import Foundation
import PushHub
import PushHubTesting
import Testing

@MainActor
struct SchedulerRobustnessTests {
  /// Cancels an action when it goes, as a feature does.
  @MainActor
  final class Feature {
    let scheduler: any Scheduler
    let action: ScheduledAction

    init(_ scheduler: any Scheduler) {
      self.scheduler = scheduler
      action = scheduler.schedule(after: .seconds(60)) {}
    }

    isolated deinit {
      scheduler.cancel(action)
    }
  }

  @Test
  func `canceling an action that holds the last reference to a canceller does not trap`() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let scheduler = ManualScheduler()
        var feature: Feature? = Feature(scheduler)
        let action = scheduler.schedule(after: .seconds(1)) { [feature] in _ = feature }
        feature = nil
        scheduler.cancel(action)
        precondition(scheduler.pendingCount == 0)
      }
    }
  }

  @Test func `the live scheduler's cancel may release a canceller too`() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let scheduler = LiveScheduler()
        var feature: Feature? = Feature(scheduler)
        let action = scheduler.schedule(after: .seconds(1)) { [feature] in _ = feature }
        feature = nil
        scheduler.cancel(action)
        precondition(scheduler.pendingWakeUp == nil)
      }
    }
  }

  @Test func `a delay and a tolerance may be as long as seconds go`() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let length = Duration.seconds(Int64.max)
        let schedulers: [any Scheduler] = [ManualScheduler(), LiveScheduler()]
        for scheduler in schedulers {
          scheduler.schedule(after: .seconds(1), tolerance: length) {}
          scheduler.schedule(after: length, tolerance: length) {}
          scheduler.schedule(after: .zero - length) {}
          scheduler.runDueActions()
        }
        let manual = ManualScheduler()
        manual.sleepThrough(length)
        manual.advance(by: length)
        manual.schedule(after: length) {}
        precondition(manual.date > .distantPast)
      }
    }
  }

  @Test func `two deadlines within their tolerance are one wake-up`() async {
    let scheduler = LiveScheduler()
    let start = scheduler.now
    await withCheckedContinuation { continuation in
      scheduler.schedule(at: start + .milliseconds(20), tolerance: .milliseconds(100)) {}
      scheduler.schedule(at: start + .milliseconds(60), tolerance: .milliseconds(100)) {
        continuation.resume()
      }
    }
    #expect(scheduler.wakeUpCount == 1)
  }
}
