import Dispatch
public import Foundation

/// The scheduler of a running app.
///
/// All deadlines share one operating-system timer on the main queue, set so that one wake-up serves
/// as many of them as their tolerances allow. When nothing is scheduled, no timer is pending and
/// the process is not woken. An app makes one scheduler and hands it to everything.
///
/// ``now`` goes on while the device sleeps, as a
/// [ContinuousClock](https://developer.apple.com/documentation/swift/continuousclock) does. The
/// timer does not: a
/// [DispatchTime](https://developer.apple.com/documentation/dispatch/dispatchtime/init(uptimenanoseconds:))
/// leaves out the time that the system spent asleep, so that the timer fires late by just that.
/// A ``CatchUp`` makes good for it.
@MainActor
public final class LiveScheduler: Scheduler {
  /// How often the timer has woken the process.
  public private(set) var wakeUpCount = 0

  private var pending: DeadlineQueue<QueuedAction>.WakeUp?
  private var queue = DeadlineQueue<QueuedAction>()
  private var isRunning = false
  private lazy var timer = makeTimer()

  /// Makes a scheduler with nothing to do.
  public init() {}

  /// When the timer is to fire; `nil` when no timer is pending.
  public var pendingWakeUp: ContinuousClock.Instant? {
    (pending?.time).map(ContinuousClock.Instant.init(referenceTime:))
  }

  /// The system's monotonic time.
  public var now: ContinuousClock.Instant { ContinuousClock.now }

  /// The system's wall clock.
  public var date: Date { Date() }

  /// Queues an action for the main actor.
  @discardableResult
  public func schedule(
    at deadline: ContinuousClock.Instant,
    tolerance: Duration,
    _ action: @escaping @MainActor () -> Void
  ) -> ScheduledAction {
    let name = queue.insert(
      QueuedAction(run: action),
      at: deadline.referenceTime,
      tolerance: tolerance
    )
    updateTimer()
    return name
  }

  /// Forgets an action that has not run yet; disarms the timer if it was the last.
  public func cancel(_ action: ScheduledAction) {
    let removed = queue.remove(action)
    updateTimer()
    withExtendedLifetime(removed) {}
  }

  /// Runs what is due without waiting for the timer.
  ///
  /// What the actions schedule waits for the next turn of the main queue, however soon it is due,
  /// so that an endless chain cannot block the app. From inside an action it does nothing.
  public func runDueActions() {
    guard !isRunning else { return }
    isRunning = true
    for name in queue.names(dueAt: now.referenceTime) {
      let action = queue.remove(name)
      action?.run()
    }
    isRunning = false
    updateTimer()
  }
}

// MARK: - The timer

extension LiveScheduler {
  private func makeTimer() -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.setEventHandler(handler: Self.wakeUpHandler(for: self))
    timer.activate()
    return timer
  }

  /// Made outside the main actor's isolation, because Dispatch promises none to the compiler.
  private nonisolated static func wakeUpHandler(
    for scheduler: LiveScheduler
  ) -> @Sendable () -> Void {
    { [weak scheduler] in
      Task { @MainActor in scheduler?.wakeUp() }
    }
  }

  private func wakeUp() {
    wakeUpCount += 1
    pending = nil
    runDueActions()
  }

  private func updateTimer() {
    let wakeUp = queue.nextWakeUp
    guard !isRunning, wakeUp != pending else { return }
    pending = wakeUp
    guard let wakeUp else {
      timer.schedule(deadline: .distantFuture)
      return
    }
    timer.schedule(
      deadline: .now() + .nanoseconds((wakeUp.time - now.referenceTime).clampedNanoseconds),
      leeway: .nanoseconds((wakeUp.latest - wakeUp.time).clampedNanoseconds)
    )
  }
}

extension Duration {
  /// Whole nanoseconds, from zero to half the range of `Int`, rounded up so as never to be early.
  fileprivate var clampedNanoseconds: Int {
    let limit = Int.max / 2
    guard self > .zero else { return 0 }
    guard self < .nanoseconds(limit) else { return limit }
    let (seconds, attoseconds) = components
    return Int(seconds) * 1_000_000_000 + Int((attoseconds + 999_999_999) / 1_000_000_000)
  }
}
