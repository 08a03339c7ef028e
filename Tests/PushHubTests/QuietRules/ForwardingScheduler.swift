import Foundation
import PushHub

/// A scheduler that leaves everything to another one, but what its clock on the wall shows, as an app's own
/// may.
@MainActor
final class ForwardingScheduler: Scheduler {
  private let base: any Scheduler
  private let read: @MainActor (Date) -> Date

  init(_ base: any Scheduler, reading read: @escaping @MainActor (Date) -> Date = { $0 }) {
    self.base = base
    self.read = read
  }

  var now: ContinuousClock.Instant { base.now }

  var date: Date { read(base.date) }

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
