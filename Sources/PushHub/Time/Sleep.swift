/// A task's sleep until an action of a scheduler, or cancellation, ends it; whichever comes first.
@MainActor
final class Sleep {
  private let scheduler: any Scheduler
  private let end = ScheduledCondition()
  private var isOver = false

  init(on scheduler: any Scheduler) {
    self.scheduler = scheduler
  }

  /// - Parameters:
  ///   - deadline: When it ends.
  ///   - work: What is waiting meanwhile, if that counts.
  func run(
    until deadline: ContinuousClock.Instant,
    as work: WorkLedger.Work? = nil
  ) async throws {
    try Task.checkCancellation()
    let alarm = scheduler.schedule(at: deadline, tolerance: .zero) {
      self.isOver = true
      self.end.signalAll()
    }
    defer { scheduler.cancel(alarm) }
    while !isOver {
      try await end.wait(as: work, for: .time(until: deadline))
    }
  }
}
