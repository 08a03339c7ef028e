/// An observer that passes events on to an asynchronous stream.
///
/// The stream keeps it alive, and lets it go when the consumer drops the stream or is cancelled.
@MainActor
final class EventStreamObserver: PushObserver {
  /// Why the consumer will not see an event.
  enum Miss {
    /// The buffer was full, so its oldest event had to go.
    case dropped(PushEvent)

    /// The consumer is gone, but the stream's observer has not been removed yet.
    case terminated
  }

  private let continuation: AsyncStream<PushEvent>.Continuation
  private let onMiss: (Miss) -> Void

  init(continuation: AsyncStream<PushEvent>.Continuation, onMiss: @escaping (Miss) -> Void) {
    self.continuation = continuation
    self.onMiss = onMiss
  }

  func receive(_ event: PushEvent) {
    switch continuation.yield(event) {
    case .dropped(let oldest): onMiss(.dropped(oldest))
    case .terminated: onMiss(.terminated)
    default: break
    }
  }
}
