/// A signal that work waits for, and of which the scheduler knows.
///
/// While work waits here, ``ManualScheduler/settle()`` does not wait for it. With ``signalAll()`` the
/// work counts as under way again at once, even before its task runs. A bare continuation or a stream
/// of the standard library does not say when its waiter goes on, so that a test could be ahead of the
/// work.
///
/// ```swift
/// let answered = ScheduledCondition()
/// var answer: Int?
/// scheduler.perform {
///   while answer == nil {
///     guard (try? await answered.wait()) != nil else { return }
///   }
///   show(answer)
/// }
/// await scheduler.settle()
/// answer = 7
/// answered.signalAll()
/// await scheduler.settle()
/// ```
///
/// It remembers nothing: a signal that comes before anybody waits is gone, so that what is waited for
/// is to be looked at first, and again after each wait.
@MainActor
public final class ScheduledCondition: Sendable {
  private let waiters = WaiterQueue<Void>()

  /// Makes a condition for which nobody waits.
  public init() {}

  /// Suspends the calling task until the next signal.
  ///
  /// In a scheduler's work it is to be called from the work itself, not from child tasks of it.
  ///
  /// - Throws: `CancellationError` when the task is cancelled before.
  public func wait() async throws(CancellationError) {
    try await wait(as: WorkLedger.currentWork, for: .condition)
  }

  /// Ends the waits of all that wait now, in the order in which they began.
  ///
  /// For a task that was cancelled before, the wait throws, even if the task has not run since.
  public func signalAll() {
    waiters.resumeAll(returning: ())
  }

  /// Waits for the end of a task that is no scheduler's work.
  ///
  /// Since nobody can say when it ends, the work that waits for it counts as under way.
  static func wait(forEndOf task: Task<Void, Never>) async throws(CancellationError) {
    let ending = ScheduledCondition()
    var hasEnded = false
    Task {
      await task.value
      hasEnded = true
      ending.signalAll()
    }
    while !hasEnded {
      try await ending.wait(as: nil, for: .condition)
    }
  }

  /// Waits as a piece of work, or as none.
  func wait(as work: WorkLedger.Work?, for wait: WorkWait) async throws(CancellationError) {
    guard await waiters.wait(as: work, for: wait) != nil else { throw CancellationError() }
  }
}

/// A task's sleep until an action of a scheduler, or cancellation, ends it; whichever comes first.
@MainActor
final class Sleep {
  private let scheduler: any Scheduler
  private let end = ScheduledCondition()
  private var isOver = false

  init(on scheduler: any Scheduler) {
    self.scheduler = scheduler
  }

  /// - Parameters:
  ///   - deadline: When it ends.
  ///   - work: What is waiting meanwhile, if that counts.
  func run(
    until deadline: ContinuousClock.Instant,
    as work: WorkLedger.Work? = nil
  ) async throws {
    try Task.checkCancellation()
    let alarm = scheduler.schedule(at: deadline, tolerance: .zero) {
      self.isOver = true
      self.end.signalAll()
    }
    defer { scheduler.cancel(alarm) }
    while !isOver {
      try await end.wait(as: work, for: .time(until: deadline))
    }
  }
}
