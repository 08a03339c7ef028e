import Synchronization

/// Something that work waits for and other code brings about, known to the scheduler.
///
/// ``ManualScheduler/settle()`` does not wait for work that waits here, and does wait from the very
/// moment at which the wait is ended: whoever calls ``signalAll()`` makes the work count as under way,
/// whenever its task may have its turn. A bare continuation or a stream of the standard library does
/// not tell, so that a test could go on before the work does. What is awaited anywhere in PushHub is
/// built on it.
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
  private struct Waiter {
    let number: Int
    let continuation: CheckedContinuation<Bool, Never>
    let work: WorkLedger.Work?
    let cancellation: CancellationMark
  }

  private var waiters: [Waiter] = []
  private var lastNumber = 0

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
  /// A task that was cancelled before has not waited until now, though it may not have had its turn.
  public func signalAll() {
    let signalled = waiters
    waiters = []
    for waiter in signalled {
      end(waiter, isSignalled: !waiter.cancellation.isSet)
    }
  }

  /// Waits for the end of a task of which nobody knows when it ends: the work that waits so counts as
  /// under way.
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
    lastNumber += 1
    let number = lastNumber
    let cancellation = CancellationMark()
    let isSignalled = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume(returning: false) }
        waiters.append(
          Waiter(
            number: number,
            continuation: continuation,
            work: work,
            cancellation: cancellation
          )
        )
        work?.startWaiting(for: wait)
      }
    } onCancel: {
      cancellation.set()
      Task { @MainActor in self.cancel(number) }
    }
    guard isSignalled else { throw CancellationError() }
  }

  private func cancel(_ number: Int) {
    guard let index = waiters.firstIndex(where: { $0.number == number }) else { return }
    end(waiters.remove(at: index), isSignalled: false)
  }

  private func end(_ waiter: Waiter, isSignalled: Bool) {
    waiter.work?.stopWaiting()
    waiter.continuation.resume(returning: isSignalled)
  }
}

/// Whether a task was cancelled, for whoever asks from outside of it before it has had its turn.
final class CancellationMark: Sendable {
  private let mark = Atomic(false)

  var isSet: Bool { mark.load(ordering: .acquiring) }

  func set() {
    mark.store(true, ordering: .releasing)
  }
}
