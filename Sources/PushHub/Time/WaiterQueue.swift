import Synchronization

/// Tasks that wait for a value, in the order in which they came.
///
/// When a wait ends, the scheduler knows at once that the work goes on, before its task runs. A task
/// that was cancelled before gets nil, even if it has not run since.
@MainActor
final class WaiterQueue<Value: Sendable>: Sendable {
  private struct Waiter {
    let number: Int
    let continuation: CheckedContinuation<Value?, Never>
    let work: WorkLedger.Work?
    let cancellation: CancellationMark

    @MainActor
    func resume(returning value: Value?) {
      work?.stopWaiting()
      continuation.resume(returning: value)
    }
  }

  private var waiters: [Waiter] = []
  private var lastNumber = 0

  /// Suspends the calling task until it is resumed or cancelled.
  ///
  /// - Parameters:
  ///   - work: What waits, if that counts.
  ///   - wait: What it waits for.
  /// - Returns: What it was resumed with; nil when it was cancelled.
  func wait(as work: WorkLedger.Work?, for wait: WorkWait) async -> Value? {
    lastNumber += 1
    let number = lastNumber
    let cancellation = CancellationMark()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume(returning: nil) }
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
  }

  /// Hands a value to the first that still wants one.
  ///
  /// - Returns: Whether anybody did.
  func resumeFirst(returning value: Value) -> Bool {
    while !waiters.isEmpty {
      let waiter = waiters.removeFirst()
      let isCancelled = waiter.cancellation.isSet
      waiter.resume(returning: isCancelled ? nil : value)
      if !isCancelled { return true }
    }
    return false
  }

  /// Ends the waits of all that wait now.
  func resumeAll(returning value: Value?) {
    let resumed = waiters
    waiters = []
    for waiter in resumed {
      waiter.resume(returning: waiter.cancellation.isSet ? nil : value)
    }
  }

  private func cancel(_ number: Int) {
    guard let index = waiters.firstIndex(where: { $0.number == number }) else { return }
    waiters.remove(at: index).resume(returning: nil)
  }
}

/// Whether a task was cancelled, readable from outside of the task before it runs again.
private final class CancellationMark: Sendable {
  private let mark = Atomic(false)

  var isSet: Bool { mark.load(ordering: .acquiring) }

  func set() {
    mark.store(true, ordering: .releasing)
  }
}
