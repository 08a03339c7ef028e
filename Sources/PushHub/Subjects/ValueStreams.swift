/// Hands a value that changes to any number of streams, each of which begins with what is true now.
///
/// A slow consumer gets the latest. The streams end when this is released.
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

  /// Whether nobody has listened when the last value came, or has begun to since.
  package var isEmpty: Bool { continuations.isEmpty }

  package func yield(_ value: Value) {
    continuations.removeAll {
      if case .terminated = $0.yield(value) { true } else { false }
    }
  }
}
