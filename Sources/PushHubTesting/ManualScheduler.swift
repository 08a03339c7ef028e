public import Foundation
public import PushHub

/// A scheduler whose time advances only on request, for tests and replays.
///
/// ``advance(by:)`` runs the actions that fall due, in order of deadline and then of scheduling, each at its
/// own deadline, synchronously and without real time. Tolerances are ignored: every action runs exactly on
/// time, so that a test or a transcript always has the same result.
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

  /// The simulated wall clock, which advances with ``now``.
  public var date: Date { startDate + time / .seconds(1) }

  /// Called with a description when ``settle()`` or an advance fails, to record the failure of a test.
  public var stalled: ((String) -> Void)?

  /// The asynchronous work in progress.
  package let work = WorkTracker()

  private var time = Duration.zero
  private var startDate: Date
  private var queue = DeadlineQueue()
  private var runningCount = 0

  /// Whether actions that are due now wait until time is advanced.
  private var isHeld = false

  /// Creates a scheduler that starts at a date.
  ///
  /// - Parameter date: The wall clock's time; by default the first second of 2026, UTC.
  public init(date: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
    startDate = date
  }

  /// The number of pending actions.
  public var pendingCount: Int { queue.count }

  /// The deadline of the next action.
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
  /// Advances time by a duration.
  ///
  /// - Parameter duration: The duration; zero runs the actions that are due now.
  public func advance(by duration: Duration) {
    advance(to: now + duration)
  }

  /// Advances time to an instant, and runs all actions that are due by then, inclusive.
  ///
  /// Actions may schedule more; those that fall due on the way run in the same call. If 100,000 run without any
  /// time passing, as with an action that schedules itself again without delay, the call ends there with
  /// ``stalled``, or ends the process if that isn't set.
  ///
  /// - Parameter instant: The instant; one in the past doesn't change the time.
  public func advance(to instant: ContinuousClock.Instant) {
    let end = max(time, instant.referenceTime)
    advance(to: end) { $0 <= end }
  }

  /// Advances time to an instant, but doesn't run the actions that are due exactly then.
  ///
  /// These run when time is advanced again.
  ///
  /// - Parameter instant: The instant; one in the past doesn't change the time.
  public func advance(upTo instant: ContinuousClock.Instant) {
    let end = instant.referenceTime
    advance(to: end) { $0 < end }
    isHeld = true
  }

  /// More than any list of timers that are due at once.
  private static let actionLimit = 100_000

  private func advance(to end: Duration, runningWhatIsDueAt isDue: (Duration) -> Bool) {
    isHeld = false
    var countAtInstant = 0
    while let deadline = queue.earliestDeadline, isDue(deadline), let action = queue.popFirst() {
      countAtInstant = deadline > time ? 1 : countAtInstant + 1
      time = max(time, deadline)
      run(action)
      if countAtInstant == Self.actionLimit, queue.earliestDeadline.map({ $0 <= time }) == true {
        return fail("\(countAtInstant) actions ran without any time passing, and more are due.")
      }
    }
    time = max(time, end)
  }

  /// Advances time without running actions, as while a device sleeps.
  ///
  /// Actions that fell due run late: in ``runDueActions()``, or when time is advanced again.
  ///
  /// - Parameter duration: The duration; a negative one doesn't change the time.
  public func sleepThrough(_ duration: Duration) {
    time += max(.zero, duration)
    isHeld = false
  }

  /// Runs the actions that are due now, without advancing time.
  ///
  /// Actions that they schedule wait until time is advanced, as they wait for the next turn with a
  /// `LiveScheduler`. Inside an action it does nothing.
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

  /// Changes the wall clock without advancing monotonic time, as a user or a network may.
  ///
  /// - Parameter duration: The change; a negative one sets the clock back.
  public func jumpWallClock(by duration: Duration) {
    startDate += duration / .seconds(1)
  }
}

// MARK: - Asynchronous work

extension ManualScheduler {
  /// Starts asynchronous work, which ``settle()`` waits for.
  @discardableResult
  public func perform(
    from origin: String,
    _ work: @escaping @MainActor () async -> Void
  ) -> Task<Void, Never> {
    self.work.perform(from: origin, work)
  }

  /// Returns when all work has ended or is waiting, without advancing time.
  ///
  /// Call it after ``advance(by:)``, and after anything else that may have started work. It does not
  /// wait for work that sleeps, awaits external work, or waits for a `ScheduledStream` or the
  /// result of a delivery. It does wait for work that waits for anything else.
  ///
  /// If nothing happens for half a minute of real time, it calls ``stalled`` with a text that names the work
  /// and where it was started, and returns. If ``stalled`` isn't set, it ends the process with that text.
  public func settle() async {
    if let failure = await work.settle() { fail(failure) }
  }

  private func fail(_ failure: String) {
    guard let stalled else { preconditionFailure(failure) }
    stalled(failure)
  }
}
