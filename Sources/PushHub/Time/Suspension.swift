/// A task's wait on the main actor, which another task ends with a value.
///
/// Resuming a continuation sends its task to another thread, which sends it back to the main actor, so that
/// two tasks may swap places. With a task executor, which the first supported systems lack, the task resumes
/// after a few turns of the main actor, in order.
@MainActor
package final class Suspension<Value: Sendable> {
  private var value: Value?
  private var continuation: CheckedContinuation<Value, Never>?

  /// Creates a wait that has not ended.
  package init() {}

  /// Waits for the value; read it once.
  package var end: Value {
    get async {
      if #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) {
        await withTaskExecutorPreference(MainActorTaskExecutor.shared) { await next }
      } else {
        await next
      }
    }
  }

  private var next: Value {
    get async {
      await withCheckedContinuation { continuation in
        // The wait may end before the executor has switched.
        if let value {
          continuation.resume(returning: value)
        } else {
          self.continuation = continuation
        }
      }
    }
  }

  /// Ends the wait; call it once.
  package func end(with value: Value) {
    self.value = value
    continuation?.resume(returning: value)
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
private final class MainActorTaskExecutor: TaskExecutor {
  static let shared = MainActorTaskExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    MainActor.shared.enqueue(UnownedJob(job))
  }
}
