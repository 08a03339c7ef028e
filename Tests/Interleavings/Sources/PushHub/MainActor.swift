/// Stands in for the main actor, which everything here is isolated to: its executor runs jobs in
/// whatever order it is given.
///
/// The sources beside this file are the package's own. A declaration of their own module shadows
/// that of the standard library, so that not a line of them is changed.
@globalActor
public actor MainActor: GlobalActor {
  /// The actor.
  public static let shared = MainActor()

  /// Where its jobs wait to be chosen.
  public static let executor = ChosenOrderExecutor()

  /// The executor, as the runtime wants it.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe Self.executor.asUnownedSerialExecutor()
  }

  /// Keeps a job.
  public nonisolated func enqueue(_ job: UnownedJob) {
    Self.executor.enqueue(job)
  }
}

/// Stands in for the preference of a task's executor, since going there takes turns that decide nothing.
func withTaskExecutorPreference<Value, Failure>(
  _ taskExecutor: (any TaskExecutor)?,
  isolation: isolated (any Actor)? = #isolation,
  operation: @concurrent () async throws(Failure) -> Value
) async throws(Failure) -> Value {
  try await operation()
}
