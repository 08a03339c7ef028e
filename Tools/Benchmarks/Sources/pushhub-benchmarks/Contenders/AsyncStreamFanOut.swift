import PushHub
import SampleObservers

/// A stream for each observer, and a task that reads it and holds the observer weakly.
final class AsyncStreamFanOut: Contender {
  private struct Consumer {
    let continuation: AsyncStream<PushEvent>.Continuation
    let task: Task<Void, Never>
  }

  private final class Progress {
    var handled = 0
  }

  static let name = "AsyncStream"

  private var consumers: [ObjectIdentifier: Consumer] = [:]
  private var furtherConsumers: [Consumer] = []
  private let progress = Progress()
  private var sent = 0

  func add(_ observer: SampleObserver) {
    let (stream, continuation) = AsyncStream.makeStream(of: PushEvent.self)
    let task = Task { [weak observer, progress] in
      for await event in stream {
        observer?.receive(event)
        progress.handled += 1
      }
    }
    let consumer = Consumer(continuation: continuation, task: task)
    if let former = consumers.updateValue(consumer, forKey: ObjectIdentifier(observer)) {
      furtherConsumers.append(former)
    }
  }

  func remove(_ observer: SampleObserver) {
    consumers.removeValue(forKey: ObjectIdentifier(observer))?.task.cancel()
  }

  func emit(_ event: PushEvent) async {
    for consumer in consumers.values {
      consumer.continuation.yield(event)
    }
    for consumer in furtherConsumers {
      consumer.continuation.yield(event)
    }
    sent += consumers.count + furtherConsumers.count
    while progress.handled < sent {
      await Task.yield()
    }
  }

  isolated deinit {
    for consumer in Array(consumers.values) + furtherConsumers {
      consumer.continuation.finish()
    }
  }
}
