public import Foundation

/// The one clock of an app: what time it is, and what is to happen later.
///
/// Everything that depends on time takes a scheduler: ``LiveScheduler`` in an app,
/// ``ManualScheduler`` in tests and when a transcript is played.
///
/// Actions run on the main actor, once, in order of deadline and then of scheduling, never from
/// inside ``schedule(at:tolerance:_:)``.
@MainActor
public protocol Scheduler: AnyObject, Sendable {
  /// The monotonic time: it is finite and never goes back, and it goes on while the device sleeps.
  ///
  /// Nobody who reads it checks that. Inside a scheduled action a simulated scheduler stands at the
  /// action's deadline.
  var now: ContinuousClock.Instant { get }

  /// The wall clock, which people and networks may set at any time; for showing and storing only.
  var date: Date { get }

  /// Runs an action once when the deadline has come.
  ///
  /// - Parameters:
  ///   - deadline: The earliest time; a deadline in the past means as soon as possible.
  ///   - tolerance: How much later it may run, so that several can share one wake-up.
  ///   - action: What to run. The scheduler keeps it until it has run or is cancelled.
  /// - Returns: What ``cancel(_:)`` takes. Dropping it cancels nothing.
  @discardableResult
  func schedule(
    at deadline: ContinuousClock.Instant,
    tolerance: Duration,
    _ action: @escaping @MainActor () -> Void
  ) -> ScheduledAction

  /// Cancels an action that has not run yet; otherwise does nothing.
  func cancel(_ action: ScheduledAction)

  /// Runs what is due without waiting for what wakes the scheduler.
  ///
  /// What wakes it may stand still while the machine sleeps, although ``now`` goes on: whoever tells the
  /// lifecycle that the app is back calls this first. In order, each action once. What the actions
  /// schedule waits for its own turn, however soon it is due. From inside an action it does nothing.
  ///
  /// A scheduler that wraps another one passes it on.
  func runDueActions()

  /// Starts asynchronous work on the main actor, and knows of it until it ends.
  ///
  /// Features start their work here rather than in a task of their own, so that whoever simulates
  /// time can wait for it; see ``ManualScheduler/settle()``.
  ///
  /// - Parameters:
  ///   - origin: Where it is started, for messages about it: the file and the line.
  ///   - work: What is to be done.
  @discardableResult
  func perform(
    from origin: String,
    _ work: @escaping @MainActor () async -> Void
  ) -> Task<Void, Never>

  /// Suspends the work that calls it until the deadline has come.
  ///
  /// Meanwhile ``ManualScheduler/settle()`` does not wait for the work. To be called from the work
  /// itself, not from child tasks of it, nor from a `Task` that it makes.
  ///
  /// - Throws: `CancellationError` when the task is cancelled before it goes on.
  func sleep(until deadline: ContinuousClock.Instant) async throws
}

// MARK: - From now

extension Scheduler {
  /// Runs an action once after a delay.
  ///
  /// - Parameters:
  ///   - delay: How long from now at the earliest.
  ///   - tolerance: How much later it may run.
  ///   - action: What to run.
  /// - Returns: What ``cancel(_:)`` takes. Dropping it cancels nothing.
  @discardableResult
  public func schedule(
    after delay: Duration,
    tolerance: Duration = .zero,
    _ action: @escaping @MainActor () -> Void
  ) -> ScheduledAction {
    schedule(at: now + delay, tolerance: tolerance, action)
  }

  /// Suspends the work that calls it for a while.
  ///
  /// - Throws: `CancellationError` when the task is cancelled before it goes on.
  public func sleep(for duration: Duration) async throws {
    try await sleep(until: now + duration)
  }

  /// Starts asynchronous work on the main actor, and knows of it until it ends.
  ///
  /// See ``perform(from:_:)``; where it is called is where the work is started.
  @discardableResult
  public func perform(
    fileID: String = #fileID,
    line: Int = #line,
    _ work: @escaping @MainActor () async -> Void
  ) -> Task<Void, Never> {
    perform(from: "\(fileID):\(line)", work)
  }
}

// MARK: - In real time

extension Scheduler {
  /// Starts a task, which is no other scheduler's work even if it is started by such work.
  @discardableResult
  public func perform(
    from origin: String,
    _ work: @escaping @MainActor () async -> Void
  ) -> Task<Void, Never> {
    WorkLedger.$current.withValue(nil) {
      Task { await work() }
    }
  }

  /// Suspends the calling task until an action of this scheduler resumes it.
  public func sleep(until deadline: ContinuousClock.Instant) async throws {
    let end = ScheduledCondition()
    let alarm = schedule(at: deadline, tolerance: .zero) { end.signalAll() }
    defer { cancel(alarm) }
    try await end.wait(for: "is asleep until time is advanced")
  }

  /// Waits, in the work that calls it, for something that is no matter of a scheduler's time.
  ///
  /// A server's next message, for example: ``ManualScheduler/settle()`` does not wait for it, since it
  /// may never come. To be called from the work itself, not from child tasks of it. Once the work is
  /// cancelled, settling waits for it to notice.
  ///
  /// Nobody hears when such a wait is over but the work, in its turn, unless it is for a sleep, a
  /// ``ScheduledStream`` or a delivery: then settling waits again from that moment on, until the next
  /// such wait. So what code on the main actor brings about is better waited for with a stream.
  public func awaitExternalWork<Value>(
    _ wait: @MainActor () async throws -> Value
  ) async rethrows -> Value {
    let work = WorkLedger.current
    work?.wait = "waits for something outside"
    defer { work?.wait = nil }
    return try await wait()
  }
}

/// Names an action that a ``Scheduler`` has accepted.
public struct ScheduledAction: Hashable, Sendable {
  /// A number that the scheduler gives once.
  public let rawValue: UInt64

  /// Names the action with the given number; for schedulers of one's own.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}
