public import PushHub

/// Waits for asynchronous work, but no longer than a time.
///
/// Work that is late is canceled; the call does not wait for its end.
///
/// - Returns: The value of the work; `nil` if it is late.
/// - Throws: `CancellationError` when the task is canceled, or an error of the body.
@MainActor
public func withDeadline<Value: Sendable>(
  after limit: Duration,
  on scheduler: any Scheduler,
  _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
  try Task.checkCancellation()
  let values = ScheduledStream<Value?>()
  let task = scheduler.perform {
    do {
      values.send(try await body())
    } catch {
      values.finish(throwing: error)
    }
  }
  let alarm = scheduler.schedule(after: limit, tolerance: .zero) { values.send(nil) }
  defer {
    scheduler.cancel(alarm)
    task.cancel()
  }
  guard let value = try await values.next() else { throw CancellationError() }
  return value
}
