/// Sends the values of a property to any number of streams, each of which begins with the current value.
///
/// A slow consumer receives the latest value. The streams end when this object is deallocated.
@MainActor
package final class ValueStreams<Value: Sendable> {
  private var continuations: [AsyncStream<Value>.Continuation] = []

  package init() {}

  deinit {
    for continuation in continuations {
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
    continuations.append(continuation)
    return stream
  }

  package func yield(_ value: Value) {
    continuations.removeAll {
      if case .terminated = $0.yield(value) { true } else { false }
    }
  }
}
