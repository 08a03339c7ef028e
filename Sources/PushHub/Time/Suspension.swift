/// A task's wait on the main actor, which another task ends with a value.
///
/// Resuming a continuation sends its task to another thread, which sends it back to the main actor. Here
/// the task resumes after a few turns of the main actor, without a change of threads.
@MainActor
final class Suspension<Value: Sendable> {
  private var value: Value?
  private var continuation: CheckedContinuation<Value, Never>?

  /// Waits for the value; read it once.
  var end: Value {
    get async {
      // The wait may end before the executor has switched.
      await withTaskExecutorPreference(MainActorTaskExecutor.shared) {
        await withCheckedContinuation { continuation in
          if let value {
            continuation.resume(returning: value)
          } else {
            self.continuation = continuation
          }
        }
      }
    }
  }

  /// Ends the wait; call it once.
  func end(with value: Value) {
    self.value = value
    continuation?.resume(returning: value)
  }
}

private final class MainActorTaskExecutor: TaskExecutor {
  static let shared = MainActorTaskExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    MainActor.shared.enqueue(UnownedJob(job))
  }
}
