public import Foundation

/// A scheduler whose time stands still until it is told to go on.
///
/// ``advance(by:)`` runs what falls due, in order of deadline and then of scheduling, each action
/// at its own deadline, synchronously and without real time. Tolerances are ignored: everything
/// runs exactly on time, so that a test or a transcript gives the same result always.
///
/// ```swift
/// let scheduler = ManualScheduler()
/// scheduler.schedule(after: .seconds(60)) { print("a minute later") }
/// scheduler.advance(by: .seconds(60))
/// ```
@MainActor
public final class ManualScheduler: Scheduler {
  /// The simulated monotonic time.
  public var now: ContinuousClock.Instant { .init(referenceTime: time) }

  /// The simulated wall clock; it goes along with ``now``.
  public var date: Date { startDate + time / .seconds(1) }

  /// Called with a description when ``settle()`` fails, which then returns; for recording the
  /// failure of a test.
  public var stalled: ((String) -> Void)?

  /// What asynchronous work is under way.
  package let work = WorkLedger()

  private var time = Duration.zero
  private var startDate: Date
  private var queue = DeadlineQueue()
  private var runningCount = 0

  /// Whether what is due now is left for later.
  private var isHeld = false

  /// Makes a scheduler that stands at a date.
  ///
  /// - Parameter date: What the wall clock shows; by default the first second of 2026, UTC.
  public init(date: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
    startDate = date
  }

  /// How many actions are waiting.
  public var pendingCount: Int { queue.count }

  /// When the next action is due.
  public var nextDeadline: ContinuousClock.Instant? {
    .init(referenceTime: queue.earliestDeadline)
  }

  /// Queues an action; it runs in the ``advance(to:)`` that reaches the deadline.
  @discardableResult
  public func schedule(
    at deadline: ContinuousClock.Instant,
    tolerance: Duration,
    _ action: @escaping @MainActor () -> Void
  ) -> ScheduledAction {
    queue.insert(action, at: deadline.referenceTime)
  }

  /// Cancels an action that has not run yet.
  public func cancel(_ action: ScheduledAction) {
    queue.remove(action)
  }
}

// MARK: - Time

extension ManualScheduler {
  /// Lets time pass.
  ///
  /// - Parameter duration: How much; zero runs what is due now.
  public func advance(by duration: Duration) {
    advance(to: now + duration)
  }

  /// Lets time pass up to an instant, which is still reached: what is due then runs.
  ///
  /// Actions may schedule more; what falls due on the way runs in the same call. An action that
  /// always schedules itself again without delay never lets the call return.
  ///
  /// - Parameter instant: Where time stops; one in the past leaves time as it is.
  public func advance(to instant: ContinuousClock.Instant) {
    let end = max(time, instant.referenceTime)
    advance(to: end) { $0 <= end }
  }

  /// Lets time pass up to an instant, but leaves what is due at that very instant for later: until time
  /// is advanced again.
  ///
  /// - Parameter instant: Where time stops; one in the past leaves time as it is.
  public func advance(upTo instant: ContinuousClock.Instant) {
    let end = instant.referenceTime
    advance(to: end) { $0 < end }
    isHeld = true
  }

  private func advance(to end: Duration, runningWhatIsDueAt isDue: (Duration) -> Bool) {
    isHeld = false
    while let deadline = queue.earliestDeadline, isDue(deadline), let action = queue.popFirst() {
      time = max(time, deadline)
      run(action)
    }
    time = max(time, end)
  }

  /// Lets time pass as it does for a machine that sleeps: nothing runs.
  ///
  /// What fell due meanwhile runs late: in ``runDueActions()``, or when time is advanced again.
  ///
  /// - Parameter duration: How much; a negative one leaves time as it is.
  public func sleepThrough(_ duration: Duration) {
    time += max(.zero, duration)
    isHeld = false
  }

  /// Runs what is due, with time standing still.
  ///
  /// What the actions schedule waits until time is advanced, as with a ``LiveScheduler`` for the
  /// next turn. From inside an action it does nothing.
  public func runDueActions() {
    guard runningCount == 0, !isHeld else { return }
    for name in queue.names(dueAt: time) {
      if let action = queue.remove(name) { run(action) }
    }
  }

  private func run(_ action: DeadlineQueue.Action) {
    runningCount += 1
    action()
    runningCount -= 1
  }

  /// Sets the wall clock without letting monotonic time pass, as a person or a network may.
  ///
  /// - Parameter duration: How far the clock jumps; negative sets it back.
  public func jumpWallClock(by duration: Duration) {
    startDate += duration / .seconds(1)
  }
}

// MARK: - Asynchronous work

extension ManualScheduler {
  /// Starts asynchronous work that ``settle()`` waits for.
  @discardableResult
  public func perform(
    from origin: String,
    _ work: @escaping @MainActor () async -> Void
  ) -> Task<Void, Never> {
    self.work.perform(from: origin, work)
  }

  /// Returns when all work has ended or waits undisturbed, with time standing still.
  ///
  /// Call it after ``advance(by:)``, and after anything else that may have started work. It does not
  /// wait for work that sleeps, awaits external work, or waits for a ``ScheduledStream`` or the
  /// result of a delivery. Work that waits for anything else keeps it waiting.
  ///
  /// When nothing happens for half a minute of real time, it calls ``stalled`` with a text that names the
  /// work and where it was started. Without that it ends the process with the same text, since a test
  /// that went on would prove nothing.
  public func settle() async {
    guard let failure = await work.settle() else { return }
    guard let stalled else { preconditionFailure(failure) }
    stalled(failure)
  }
}
