/// Keeps callers waiting until it is opened.
struct Gate: Sendable {
  private let stream: AsyncStream<Never>
  private let continuation: AsyncStream<Never>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  /// Waits until the gate is open, or the task is canceled.
  func pass() async {
    for await _ in stream {}
  }

  func open() {
    continuation.finish()
  }
}
