package import PushHub

/// Why there is no answer of somebody who was waited for.
package struct DeadlinePassed: Error, Hashable {}

/// Waits for what somebody else does, but no longer than a time.
///
/// What comes too late is cancelled and, if it does not heed that, left to itself.
///
/// - Throws: ``DeadlinePassed``, `CancellationError` when the task is cancelled, or what the body
///   throws.
@MainActor
package func withDeadline<Value: Sendable>(
  after limit: Duration,
  on scheduler: any Scheduler,
  _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try Task.checkCancellation()
  let outcomes = ScheduledStream<Result<Value, any Error>>()
  let work = scheduler.perform {
    do {
      outcomes.send(.success(try await body()))
    } catch {
      outcomes.send(.failure(error))
    }
  }
  let alarm = scheduler.schedule(after: limit, tolerance: .zero) {
    outcomes.send(.failure(DeadlinePassed()))
  }
  defer {
    scheduler.cancel(alarm)
    work.cancel()
  }
  guard let outcome = try await outcomes.next() else { throw CancellationError() }
  try Task.checkCancellation()
  return try outcome.get()
}
