/// Hands a value that changes to any number of streams, each of which begins with what is true now.
///
/// A slow consumer gets the latest. The streams end when this is let go.
@MainActor
package final class ValueStreams<Value: Sendable> {
  private var continuations: [Int: AsyncStream<Value>.Continuation] = [:]
  private var lastNumber = 0

  package init() {}

  deinit {
    for continuation in continuations.values {
      continuation.finish()
    }
  }

  /// A stream that begins with a value.
  package func stream(from value: Value) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    lastNumber += 1
    let number = lastNumber
    continuations[number] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { await self?.forget(number) }
    }
    continuation.yield(value)
    return stream
  }

  /// Whether nobody listens.
  package var isEmpty: Bool { continuations.isEmpty }

  package func yield(_ value: Value) {
    for continuation in continuations.values {
      continuation.yield(value)
    }
  }

  private func forget(_ number: Int) {
    continuations[number] = nil
  }
}
