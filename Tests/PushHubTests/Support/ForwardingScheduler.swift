import Foundation
import PushHub

/// A scheduler that leaves everything to another one, as an app's own may.
@MainActor
final class ForwardingScheduler: Scheduler {
  private let base: any Scheduler

  init(_ base: any Scheduler) {
    self.base = base
  }

  var now: ContinuousClock.Instant { base.now }

  var date: Date { base.date }

  func schedule(
    at deadline: ContinuousClock.Instant,
    tolerance: Duration,
    _ action: @escaping @MainActor () -> Void
  ) -> ScheduledAction {
    base.schedule(at: deadline, tolerance: tolerance, action)
  }

  func cancel(_ action: ScheduledAction) {
    base.cancel(action)
  }

  func runDueActions() {
    base.runDueActions()
  }
}
