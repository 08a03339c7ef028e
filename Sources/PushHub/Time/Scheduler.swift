public import Foundation

/// The clock of an app, with actions that run later.
///
/// Everything that depends on time takes a scheduler: ``LiveScheduler`` in an app, `ManualScheduler` in
/// tests and in the replay of a transcript.
///
/// Each action runs once on the main actor, in order of deadline and then of scheduling, and never inside
/// ``schedule(at:tolerance:_:)``.
@MainActor
public protocol Scheduler: AnyObject, Sendable {
  /// The monotonic time, which advances while the device sleeps.
  ///
  /// It is finite and never decreases; callers rely on that. Inside a scheduled action, a simulated
  /// scheduler's time is the action's deadline.
  var now: ContinuousClock.Instant { get }

  /// The wall clock's time, for display and storage only: it may be changed at any time.
  var date: Date { get }

  /// Runs an action once at a deadline.
  ///
  /// - Parameters:
  ///   - deadline: The earliest time; a deadline in the past means as soon as possible.
  ///   - tolerance: The delay that is acceptable, so that several can share one wake-up.
  ///   - action: The action. The scheduler keeps it until it has run or is canceled.
  /// - Returns: The action's name for ``cancel(_:)``. Discarding it does not cancel the action.
  @discardableResult
  func schedule(
    at deadline: ContinuousClock.Instant,
    tolerance: Duration,
    _ action: @escaping @MainActor () -> Void
  ) -> ScheduledAction

  /// Cancels an action that has not run yet; otherwise does nothing.
  func cancel(_ action: ScheduledAction)

  /// Runs the actions that are due now, without waiting for a timer.
  ///
  /// A timer may not advance while the device sleeps, although ``now`` does: call this when the app returns,
  /// before the lifecycle is updated. The actions run in order, each once. Actions that they schedule run in
  /// a later turn, even if they are due. Inside an action it does nothing.
  ///
  /// A scheduler that wraps another one forwards the call.
  func runDueActions()

  /// Starts asynchronous work on the main actor, and keeps track of it until it ends.
  ///
  /// Start the work of a feature here rather than in a task, so that a test can wait for it; see
  /// `settle()` of `ManualScheduler`.
  ///
  /// - Parameters:
  ///   - origin: The file and line where it is started, for messages.
  ///   - work: The work.
  @discardableResult
  func perform(
    from origin: String,
    _ work: @escaping @MainActor () async -> Void
  ) -> Task<Void, Never>

  /// Suspends the calling work until a deadline.
  ///
  /// Meanwhile `settle()` of `ManualScheduler` does not wait for the work. Call it from the work itself, not
  /// from a child task or a `Task` that the work creates.
  ///
  /// - Throws: `CancellationError` if the task is canceled before it resumes.
  func sleep(until deadline: ContinuousClock.Instant) async throws
}

// MARK: - Delays

extension Scheduler {
  /// Runs an action once after a delay.
  ///
  /// - Parameters:
  ///   - delay: The shortest delay from now.
  ///   - tolerance: The delay that is acceptable.
  ///   - action: The action.
  /// - Returns: The action's name for ``cancel(_:)``. Discarding it does not cancel the action.
  @discardableResult
  public func schedule(
    after delay: Duration,
    tolerance: Duration = .zero,
    _ action: @escaping @MainActor () -> Void
  ) -> ScheduledAction {
    schedule(at: now + delay, tolerance: tolerance, action)
  }

  /// Suspends the calling work for a duration.
  ///
  /// - Throws: `CancellationError` if the task is canceled before it resumes.
  public func sleep(for duration: Duration) async throws {
    try await sleep(until: now + duration)
  }

  /// Starts asynchronous work on the main actor, and keeps track of it until it ends.
  ///
  /// See ``perform(from:_:)``; the origin is the caller's file and line.
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
  /// Starts a task, which does not belong to the work of another scheduler.
  @discardableResult
  public func perform(
    from origin: String,
    _ work: @escaping @MainActor () async -> Void
  ) -> Task<Void, Never> {
    WorkContext.$current.withValue(nil) {
      Task { await work() }
    }
  }

  /// Suspends the calling task until a scheduled action resumes it.
  public func sleep(until deadline: ContinuousClock.Instant) async throws {
    let end = ScheduledCondition()
    let alarm = schedule(at: deadline, tolerance: .zero) { end.signalAll() }
    defer { cancel(alarm) }
    try await end.wait(for: "is asleep until time is advanced")
  }

  /// Waits, in the calling work, for something outside the scheduler's time, such as a server's message.
  ///
  /// `settle()` of `ManualScheduler` does not wait for it, since it may never arrive. Call it from the work
  /// itself, not from a child task. Once the work is canceled, settling waits until it has noticed.
  ///
  /// The scheduler doesn't notice the end of the wait before the work runs again, unless it waits for a
  /// sleep, a ``ScheduledStream`` or a delivery. Use a stream to wait for code on the main actor.
  public func awaitExternalWork<Value>(
    _ wait: @MainActor () async throws -> Value
  ) async rethrows -> Value {
    let work = WorkContext.current
    work?.wait = "waits for something outside"
    defer { work?.wait = nil }
    return try await wait()
  }
}

// MARK: - Tracked work

/// A piece of work that a scheduler keeps track of, so that a test can wait for it.
@MainActor
package protocol TrackedWork: AnyObject, Sendable {
  /// The reason for its wait, such as "waits for a signal"; `nil` while it runs.
  ///
  /// The code that ends a wait sets it, not the work when its task runs, so that work that can continue
  /// never counts as waiting.
  var wait: String? { get set }
}

/// The context of the calling task.
package enum WorkContext {
  /// The work that the task belongs to, of any scheduler.
  @TaskLocal package static var current: (any TrackedWork)?
}

/// Names an action that a ``Scheduler`` has accepted.
public struct ScheduledAction: Hashable, Sendable {
  /// A number that is unique in its scheduler.
  public let rawValue: UInt64

  /// Names the action with a number; for custom schedulers.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}
