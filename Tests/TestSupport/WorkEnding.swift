import PushHubTesting

/// Ends the work that a test leaves under way, which would keep for ever what it waits with.
@MainActor
final class WorkEnding {
  private let scheduler: ManualScheduler

  init(on scheduler: ManualScheduler) {
    self.scheduler = scheduler
  }

  isolated deinit {
    scheduler.work.cancelAll()
  }
}
