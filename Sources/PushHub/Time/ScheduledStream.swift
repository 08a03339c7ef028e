/// A stream between an outside world that is simulated and work that a scheduler knows of.
///
/// ``ManualScheduler/settle()`` does not wait for work that waits for the next element, and does
/// wait, from the moment an element is sent, until the work has dealt with it. So a scripted server
/// gives the same result always, which a stream of the standard library, whose consumer goes on at
/// some later time, does not.
///
/// ```swift
/// let stream = ScheduledStream<Int>()
/// scheduler.perform {
///   do {
///     for try await number in stream { print(number) }
///   } catch {}
/// }
/// await scheduler.settle()
/// stream.send(1)
/// await scheduler.settle()
/// ```
///
/// What is sent while nobody waits is kept. Each element goes to one consumer.
@MainActor
public final class ScheduledStream<Element: Sendable>: Sendable {
  private var elements = FIFO<Element>()
  private var end: Result<Void, any Error>?
  private let arrival = ScheduledCondition()

  /// Makes a stream in which nothing was sent yet.
  public init() {}

  /// Sends an element; after the end it is dropped.
  public func send(_ element: Element) {
    guard end == nil else { return }
    elements.append(element)
    arrival.signalAll()
  }

  /// Ends the stream behind what was sent, with an error if there is one; only the first end counts.
  public func finish(throwing error: (any Error)? = nil) {
    guard end == nil else { return }
    end = error.map { .failure($0) } ?? .success(())
    arrival.signalAll()
  }
}

extension ScheduledStream: AsyncSequence {
  /// Takes elements out of a ``ScheduledStream``.
  public struct Iterator: AsyncIteratorProtocol {
    let stream: ScheduledStream

    /// Waits for the next element.
    ///
    /// - Returns: The element, or nil at the end and when the task is cancelled.
    /// - Throws: What the stream was finished with, once: to whoever comes to the end first.
    @MainActor
    public mutating func next() async throws -> Element? {
      try await stream.next()
    }
  }

  /// Makes an iterator; all of them take from the same elements.
  public nonisolated func makeAsyncIterator() -> Iterator {
    Iterator(stream: self)
  }

  fileprivate func next() async throws -> Element? {
    while !Task.isCancelled {
      if let element = elements.popFirst() { return element }
      if let end {
        self.end = .success(())
        try end.get()
        return nil
      }
      guard (try? await arrival.wait()) != nil else { return nil }
    }
    return nil
  }
}
