/// The one scheduled action of something that waits for one deadline after another.
///
/// When the alarm is released, its action is cancelled in the next turn of the main actor.
@MainActor
package final class DeadlineAlarm {
  /// The time is a duration since the layout of an instant is known at run time only, which makes
  /// what contains one several times slower.
  private struct Pending {
    let time: Duration
    let scheduler: any Scheduler
    let name: ScheduledAction
  }

  private var pending: Pending?
  private let action: @MainActor () -> Void

  /// Makes an alarm that is not set.
  ///
  /// - Parameter action: What to run each time the deadline has come. The alarm keeps it, so it must
  ///   not keep whoever keeps the alarm.
  package init(_ action: @escaping @MainActor () -> Void) {
    self.action = action
  }

  deinit {
    guard let pending else { return }
    Task { @MainActor in pending.scheduler.cancel(pending.name) }
  }

  /// Schedules the action for a deadline, in place of the last one.
  ///
  /// - Parameters:
  ///   - deadline: When; `nil` leaves nothing scheduled. The same as before changes nothing.
  ///   - scheduler: Whose time counts; the same until the alarm is cleared.
  package func set(to deadline: ContinuousClock.Instant?, on scheduler: any Scheduler) {
    let time = deadline?.referenceTime
    guard time != pending?.time else { return }
    clear()
    guard let deadline, let time else { return }
    let name = scheduler.schedule(at: deadline, tolerance: .zero) { [weak self] in self?.ring() }
    pending = Pending(time: time, scheduler: scheduler, name: name)
  }

  /// Leaves nothing scheduled.
  package func clear() {
    guard let pending else { return }
    pending.scheduler.cancel(pending.name)
    self.pending = nil
  }

  private func ring() {
    pending = nil
    action()
  }
}
