/// A task's sleep until an action of a scheduler, or cancellation, ends it; whichever comes first.
@MainActor
final class Sleep {
  private let scheduler: any Scheduler
  private let willResume: () -> Void
  private var alarm: ScheduledAction?
  private var sleeper: CheckedContinuation<Void, any Error>?

  /// - Parameters:
  ///   - scheduler: Whose time counts.
  ///   - willResume: Called when the sleep ends, before the task goes on.
  init(on scheduler: any Scheduler, willResume: @escaping () -> Void = {}) {
    self.scheduler = scheduler
    self.willResume = willResume
  }

  func run(until deadline: ContinuousClock.Instant) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        sleeper = continuation
        alarm = scheduler.schedule(at: deadline, tolerance: .zero) { self.end(.success(())) }
        if Task.isCancelled {
          end(.failure(CancellationError()))
        }
      }
    } onCancel: {
      Task { await self.end(.failure(CancellationError())) }
    }
  }

  private func end(_ result: Result<Void, any Error>) {
    guard let sleeper else { return }
    self.sleeper = nil
    if let alarm {
      scheduler.cancel(alarm)
    }
    willResume()
    sleeper.resume(with: result)
  }
}
