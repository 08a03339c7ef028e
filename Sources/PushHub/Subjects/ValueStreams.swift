/// Sends the values of a property to any number of streams, each of which begins with the current value.
///
/// A slow consumer receives the latest value. A stream that has ended is forgotten with the next one. The streams end when this object is deallocated.
@MainActor
package final class ValueStreams<Value: Sendable> {
  private var continuations: [(continuation: AsyncStream<Value>.Continuation, isOver: Lock<Bool>)] =
    []

  package init() {}

  deinit {
    for (continuation, _) in continuations {
      continuation.finish()
    }
  }

  /// A stream that begins with a value.
  package func stream(from value: Value) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    continuation.yield(value)
    let isOver = Lock(false)
    continuation.onTermination = { _ in isOver.withLock { $0 = true } }
    continuations.removeAll { $0.isOver.withLock { $0 } }
    continuations.append((continuation, isOver))
    return stream
  }

  package func yield(_ value: Value) {
    for (continuation, _) in continuations { continuation.yield(value) }
  }
}
