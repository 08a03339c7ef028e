package import PushHub

/// Why there is no answer of somebody who was waited for.
package struct DeadlinePassed: Error, Equatable {}

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
  let values = ScheduledStream<Value>()
  try await awaitEnd(after: limit, on: scheduler) { values.send(try await body()) }
  guard let value = try await values.next() else { throw CancellationError() }
  return value
}

/// Apart from the value, so that an app has it once, whatever it waits for.
@MainActor
private func awaitEnd(
  after limit: Duration,
  on scheduler: any Scheduler,
  of work: @escaping @MainActor () async throws -> Void
) async throws {
  try Task.checkCancellation()
  let end = ScheduledStream<Void>()
  let task = scheduler.perform {
    do {
      try await work()
      end.finish()
    } catch {
      end.finish(throwing: error)
    }
  }
  let alarm = scheduler.schedule(after: limit, tolerance: .zero) {
    end.finish(throwing: DeadlinePassed())
  }
  defer {
    scheduler.cancel(alarm)
    task.cancel()
  }
  _ = try await end.next()
}
