/// A scheduled action that is set to one deadline after another.
///
/// ```swift
/// private lazy var alarm = DeadlineAlarm { [weak self] in self?.closeOffer() }
/// alarm.set(to: offer.end, on: scheduler)
/// ```
///
/// When the alarm is deallocated, its action is canceled in the next turn of the main actor.
@MainActor
public final class DeadlineAlarm {
  /// The time is a duration because types that contain an instant are slower.
  private struct Pending {
    let time: Duration
    let scheduler: any Scheduler
    let name: ScheduledAction
  }

  private var pending: Pending?
  private let action: @MainActor () -> Void

  /// Creates an alarm that is not set.
  ///
  /// - Parameter action: The action to run at each deadline. The alarm keeps it, so it must not keep the
  ///   alarm's owner.
  public init(_ action: @escaping @MainActor () -> Void) {
    self.action = action
  }

  deinit {
    guard let pending else { return }
    Task { @MainActor in pending.scheduler.cancel(pending.name) }
  }

  /// Schedules the action for a deadline, in place of the previous one.
  ///
  /// - Parameters:
  ///   - deadline: The deadline; `nil` for none. The same as before changes nothing.
  ///   - scheduler: The scheduler; the same until the alarm is cleared.
  public func set(to deadline: ContinuousClock.Instant?, on scheduler: any Scheduler) {
    let time = deadline?.referenceTime
    guard time != pending?.time else { return }
    clear()
    guard let deadline, let time else { return }
    let name = scheduler.schedule(at: deadline, tolerance: .zero) { [weak self] in
      self?.pending = nil
      self?.action()
    }
    pending = Pending(time: time, scheduler: scheduler, name: name)
  }

  /// Cancels the scheduled action.
  public func clear() {
    guard let pending else { return }
    pending.scheduler.cancel(pending.name)
    self.pending = nil
  }
}
