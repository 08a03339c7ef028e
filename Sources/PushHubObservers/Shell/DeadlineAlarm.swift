import PushHub

/// The one scheduled action of a shell, which goes along with its core's next deadline.
@MainActor
final class DeadlineAlarm {
  private var pending: (instant: ContinuousClock.Instant, action: ScheduledAction)?

  /// Runs an action when the deadline has come, in place of the one for the last deadline.
  ///
  /// - Parameters:
  ///   - instant: The deadline; without one nothing is scheduled any more.
  ///   - scheduler: Whose time counts.
  ///   - action: What to run. It is kept until then, so it must not keep the shell.
  func set(
    to instant: ContinuousClock.Instant?,
    on scheduler: any Scheduler,
    _ action: @escaping @MainActor () -> Void
  ) {
    guard instant != pending?.instant else { return }
    if let pending {
      scheduler.cancel(pending.action)
    }
    pending = instant.map { instant in
      let name = scheduler.schedule(at: instant, tolerance: .zero) { [weak self] in
        self?.pending = nil
        action()
      }
      return (instant, name)
    }
  }
}
