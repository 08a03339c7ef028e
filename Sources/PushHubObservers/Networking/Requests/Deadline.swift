public import PushHub

/// There was no answer in time.
public struct DeadlinePassed: Error, Equatable {}

/// Waits for asynchronous work, but no longer than a time.
///
/// Work that is late is cancelled; the call does not wait for its end.
///
/// - Throws: ``DeadlinePassed``, `CancellationError` when the task is cancelled, or what the body
///   throws.
@MainActor
public func withDeadline<Value: Sendable>(
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
