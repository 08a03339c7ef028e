import PushHub

/// The one alarm of a handler.
@MainActor
final class CountdownAlarm {
  private let scheduler: any Scheduler
  private var pending: (time: Duration, action: ScheduledAction)?

  init(on scheduler: any Scheduler) {
    self.scheduler = scheduler
  }

  /// What cancels the alarm when it is cancelled itself, so that a `deinit` can.
  func makeLeash() -> Task<Void, Never> {
    scheduler.whenCancelled { self.set(at: nil) {} }
  }

  /// Sets the alarm in place of the one that is set.
  func set(at time: Duration?, _ action: @escaping @MainActor () -> Void) {
    guard time != pending?.time else { return }
    if let pending {
      scheduler.cancel(pending.action)
    }
    pending = nil
    if let time {
      let instant = ContinuousClock.Instant(referenceTime: time)
      pending = (time, scheduler.schedule(at: instant, tolerance: .zero, action))
    }
  }

  /// Notes that the alarm has gone off.
  func noteWakeUp() {
    pending = nil
  }
}
