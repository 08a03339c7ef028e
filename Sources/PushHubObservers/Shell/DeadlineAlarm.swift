import PushHub

/// The one scheduled action of a shell, which goes along with its core's next deadline, and with its
/// shell.
@MainActor
final class DeadlineAlarm {
  private typealias Pending = (
    instant: ContinuousClock.Instant, scheduler: any Scheduler, action: ScheduledAction
  )

  /// What is scheduled, for those that outlive the alarm.
  @MainActor
  private final class Slot {
    var pending: Pending?

    func clear() {
      if let pending {
        pending.scheduler.cancel(pending.action)
      }
      pending = nil
    }
  }

  private let slot = Slot()
  private var leash: Task<Void, Never>?

  deinit {
    leash?.cancel()
  }

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
    guard instant != slot.pending?.instant else { return }
    slot.clear()
    guard let instant else { return }
    let name = scheduler.schedule(at: instant, tolerance: .zero) { [slot] in
      slot.pending = nil
      action()
    }
    slot.pending = (instant, scheduler, name)
    if leash == nil {
      leash = scheduler.whenCancelled { [slot] in slot.clear() }
    }
  }
}
