/// A wait on the main actor of one task, until another one ends it with a value.
///
/// What resumes a continuation sends its task to another thread, which sends it back to the main actor.
/// Here the task goes on after a few turns of the main actor, without a change of threads.
@MainActor
final class Suspension<Value: Sendable> {
  private var value: Value?
  private var continuation: CheckedContinuation<Value, Never>?

  /// Waits for the value, which may be there already; to be read once.
  var end: Value {
    get async {
      // Going there may take turns of the main actor, in which the end may come.
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

  /// Ends the wait; to be called once.
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
