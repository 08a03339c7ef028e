#if canImport(UserNotifications)
/// A callback for the system, of which only the first call counts, from any thread.
enum SystemAnswer<Value: Sendable> {
  /// Asks the system, and waits for its answer.
  ///
  /// - Parameters:
  ///   - fallback: The answer of a system that has not answered when the task is canceled.
  ///   - ask: Asks, and hands the answer on.
  @MainActor
  static func wait(
    orWhenCancelled fallback: Value,
    ask: (_ answer: @escaping @Sendable (Value) -> Void) -> Void
  ) async -> Value {
    let (answers, continuation) = AsyncStream<Value>.makeStream(
      bufferingPolicy: .bufferingOldest(1)
    )
    ask { continuation.yield($0) }
    for await answer in answers { return answer }
    return fallback
  }
}
#endif
