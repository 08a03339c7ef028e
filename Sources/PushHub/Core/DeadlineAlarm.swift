/// The one scheduled action of something that waits for one deadline after another.
///
/// ``CoreDriver`` has one; a shell that does without it has one of its own. When the alarm is let go
/// of, its action goes in the next turn of the main actor.
@MainActor
public final class DeadlineAlarm {
  /// The time is a duration since the layout of an instant is known at run time only, which makes
  /// what contains one several times slower.
  private struct Pending {
    let time: Duration
    let scheduler: any Scheduler
    let name: ScheduledAction
  }

  /// What is scheduled, for those that outlive the alarm.
  @MainActor
  private final class Slot {
    var pending: Pending?
    private let action: @MainActor () -> Void

    /// One closure for all deadlines, since there may be many.
    private(set) lazy var ring: @MainActor () -> Void = { [weak self] in
      self?.pending = nil
      self?.action()
    }

    init(_ action: @escaping @MainActor () -> Void) {
      self.action = action
    }

    func clear() {
      if let pending {
        pending.scheduler.cancel(pending.name)
      }
      pending = nil
    }
  }

  private let slot: Slot
  private var leash: Task<Void, Never>?

  /// Makes an alarm that is not set.
  ///
  /// - Parameter action: What to run each time the deadline has come. The alarm keeps it, so it must
  ///   not keep whoever keeps the alarm.
  public init(_ action: @escaping @MainActor () -> Void) {
    slot = Slot(action)
  }

  deinit {
    leash?.cancel()
  }

  /// Schedules the action for a deadline, in place of the last one.
  ///
  /// - Parameters:
  ///   - deadline: When; `nil` leaves nothing scheduled. The same as before changes nothing.
  ///   - scheduler: Whose time counts.
  public func set(to deadline: ContinuousClock.Instant?, on scheduler: any Scheduler) {
    let time = deadline?.referenceTime
    if let pending = slot.pending {
      guard time != pending.time || scheduler !== pending.scheduler else { return }
      slot.clear()
    }
    guard let deadline, let time else { return }
    let name = scheduler.schedule(at: deadline, tolerance: .zero, slot.ring)
    slot.pending = Pending(time: time, scheduler: scheduler, name: name)
    if leash == nil {
      leash = scheduler.whenCancelled { [slot] in slot.clear() }
    }
  }

  /// Leaves nothing scheduled.
  public func clear() {
    slot.clear()
  }
}
