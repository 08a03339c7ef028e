import Dispatch
public import Foundation

/// The scheduler of a running app.
///
/// All deadlines share one operating-system timer on the main queue. One wake-up serves as many of them as
/// their tolerances allow. When nothing is scheduled, no timer is pending and the process is not woken. An
/// app creates one scheduler and passes it to everything.
///
/// ``now`` advances while the device sleeps, as a
/// [ContinuousClock](https://developer.apple.com/documentation/swift/continuousclock) does. The
/// timer does not: a
/// [DispatchTime](https://developer.apple.com/documentation/dispatch/dispatchtime/init(uptimenanoseconds:))
/// excludes the time that the system spent asleep, so the timer fires late by that time. ``runDueActions()``,
/// ``schedule(at:tolerance:_:)`` and ``cancel(_:)`` set it again after a sleep. An `AppHub` calls the first
/// when the app returns, and a ``NotificationManager`` for each delivery.
@MainActor
public final class LiveScheduler: Scheduler {
  /// The number of times that the timer has woken the process.
  public private(set) var wakeUpCount = 0

  private var pending: ClosedRange<Duration>?

  /// The clock's lead over the uptime, which the timer counts, when the timer was set.
  private var pendingLead = Duration.zero

  private let clock: @MainActor () -> ContinuousClock.Instant
  private var queue = DeadlineQueue()
  private var isRunning = false
  private lazy var timer = makeTimer()

  /// Creates a scheduler.
  public convenience init() {
    self.init { .now }
  }

  /// Creates a scheduler whose clock may be ahead of the system's, as after a sleep.
  init(clock: @escaping @MainActor () -> ContinuousClock.Instant) {
    self.clock = clock
  }

  /// The time when the timer will fire; `nil` if no timer is pending.
  public var pendingWakeUp: ContinuousClock.Instant? {
    .init(referenceTime: pending?.lowerBound)
  }

  /// The system's monotonic time.
  public var now: ContinuousClock.Instant { clock() }

  /// The system's wall clock.
  public var date: Date { Date() }

  /// Queues an action for the main actor.
  @discardableResult
  public func schedule(
    at deadline: ContinuousClock.Instant,
    tolerance: Duration,
    _ action: @escaping @MainActor () -> Void
  ) -> ScheduledAction {
    defer { updateTimer() }
    return queue.insert(action, at: deadline.referenceTime, tolerance: tolerance)
  }

  /// Cancels an action that has not run yet; disarms the timer if it was the last.
  public func cancel(_ action: ScheduledAction) {
    queue.remove(action)
    updateTimer()
  }

  /// Runs the actions that are due now, without waiting for the timer.
  ///
  /// Actions that they schedule run in the next turn of the main queue, even if they are due, so that an
  /// endless chain can't block the app. Inside an action it does nothing.
  public func runDueActions() {
    guard !isRunning else { return }
    isRunning = true
    for name in queue.names(dueAt: now.referenceTime) {
      queue.remove(name)?()
    }
    isRunning = false
    updateTimer()
  }
}

// MARK: - The timer

extension LiveScheduler {
  private func makeTimer() -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    // Dispatch promises the compiler no isolation.
    timer.setEventHandler { @Sendable [weak self] in
      Task { @MainActor in self?.wakeUp() }
    }
    timer.activate()
    return timer
  }

  private func wakeUp() {
    wakeUpCount += 1
    pending = nil
    runDueActions()
  }

  private func updateTimer() {
    let wakeUp = queue.nextWakeUp
    let (uptime, time) = (DispatchTime.now(), now.referenceTime)
    let lead = time - .nanoseconds(uptime.uptimeNanoseconds)
    guard !isRunning, wakeUp != pending || wakeUp != nil && lead - pendingLead > .milliseconds(1)
    else { return }
    pending = wakeUp
    pendingLead = lead
    guard let wakeUp else { return timer.schedule(deadline: .distantFuture) }
    timer.schedule(
      deadline: uptime + (wakeUp.lowerBound - time).dispatchInterval,
      leeway: (wakeUp.upperBound - wakeUp.lowerBound).dispatchInterval
    )
  }
}

extension Duration {
  /// Whole nanoseconds, rounded up so as never to be early, up to a century.
  fileprivate var dispatchInterval: DispatchTimeInterval {
    .nanoseconds(Int(min(max(0, self / .nanoseconds(1)), 3e18).rounded(.up)))
  }
}
