/// A signal that work waits for, and of which the scheduler knows.
///
/// While work waits here, ``ManualScheduler/settle()`` does not wait for it. With ``signalAll()`` the
/// work counts as under way again at once, even before its task runs. A bare continuation or a stream
/// of the standard library does not say when its waiter goes on, so that a test could be ahead of the
/// work.
///
/// ```swift
/// let answered = ScheduledCondition()
/// var answer: Int?
/// scheduler.perform {
///   while answer == nil {
///     guard (try? await answered.wait()) != nil else { return }
///   }
///   show(answer)
/// }
/// await scheduler.settle()
/// answer = 7
/// answered.signalAll()
/// await scheduler.settle()
/// ```
///
/// It remembers nothing: a signal that comes before anybody waits is gone, so that what is waited for
/// is to be checked first, and again after each wait.
@MainActor
package final class ScheduledCondition: Sendable {
  private struct Waiter {
    let work: WorkLedger.Work?
    let suspension: Suspension<Void>
  }

  private var waiters: [Int: Waiter] = [:]
  private var waitCount = 0

  /// Makes a condition for which nobody waits.
  package init() {}

  /// Suspends the calling task until the next signal, or until it is cancelled.
  ///
  /// In a scheduler's work it is to be called from the work itself, not from child tasks of it.
  ///
  /// - Parameter reason: What the work does meanwhile, for messages about it.
  /// - Throws: `CancellationError` when the task is cancelled before it goes on, even if a signal came
  ///   first.
  package func wait(
    for reason: String = "waits for a signal"
  ) async throws(CancellationError) {
    if Task.isCancelled { throw CancellationError() }
    let waiter = Waiter(work: WorkLedger.current, suspension: Suspension())
    waitCount += 1
    let number = waitCount
    waiters[number] = waiter
    waiter.work?.wait = reason
    await withTaskCancellationHandler {
      await waiter.suspension.end
    } onCancel: {
      Task { @MainActor in self.endWait(number) }
    }
    if Task.isCancelled { throw CancellationError() }
  }

  /// Ends the waits of all that wait now, in the order in which they began.
  package func signalAll() {
    for number in waiters.keys.sorted() { endWait(number) }
  }

  /// The work counts as under way from here on, so that no settling gets ahead of it.
  private func endWait(_ number: Int) {
    guard let waiter = waiters.removeValue(forKey: number) else { return }
    waiter.work?.wait = nil
    waiter.suspension.end(with: ())
  }
}

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
  private var elements: [Element] = []
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

extension ScheduledStream: nonisolated AsyncSequence, nonisolated AsyncIteratorProtocol {
  /// The stream itself: all who iterate take from the same elements.
  public nonisolated func makeAsyncIterator() -> ScheduledStream { self }

  /// Waits for the next element.
  ///
  /// - Returns: The element, or nil at the end and when the task is cancelled.
  /// - Throws: What the stream was finished with, once: to whoever comes to the end first.
  public func next() async throws -> Element? {
    while elements.isEmpty, end == nil {
      guard (try? await arrival.wait()) != nil else { return nil }
    }
    guard !Task.isCancelled else { return nil }
    guard elements.isEmpty else { return elements.removeFirst() }
    defer { end = .success(()) }
    try end?.get()
    return nil
  }
}
