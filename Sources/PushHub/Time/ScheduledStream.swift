/// A signal that work waits for, with the scheduler's knowledge.
///
/// While work waits here, `settle()` of a test's scheduler does not wait for it. After ``signalAll()`` the work
/// counts as running at once, even before its task runs. With a continuation or a stream of the standard
/// library, a test could continue before the work does.
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
/// A signal without a waiter has no effect: check the condition first, and again after each wait.
@MainActor
package final class ScheduledCondition: Sendable {
  private struct Waiter {
    let work: (any TrackedWork)?
    let suspension: Suspension<Void>
  }

  private var waiters: [Int: Waiter] = [:]
  private var waitCount = 0

  /// Creates a condition.
  package init() {}

  /// Suspends the calling task until the next signal, or until it is canceled.
  ///
  /// Call it from the work itself, not from a child task.
  ///
  /// - Parameter reason: A description of the work, for messages.
  /// - Throws: `CancellationError` if the task is canceled before it resumes, even after a signal.
  package func wait(
    for reason: String = "waits for a signal"
  ) async throws(CancellationError) {
    if Task.isCancelled { throw CancellationError() }
    let waiter = Waiter(work: WorkContext.current, suspension: Suspension())
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

  /// Ends all current waits, in the order in which they began.
  package func signalAll() {
    for number in waiters.keys.sorted() { endWait(number) }
  }

  /// Counts the work as running from here on, so that settling waits for it.
  private func endWait(_ number: Int) {
    guard let waiter = waiters.removeValue(forKey: number) else { return }
    waiter.work?.wait = nil
    waiter.suspension.end(with: ())
  }
}

/// A stream from a simulated outside world to a scheduler's work.
///
/// `settle()` of a test's scheduler does not wait for work that waits for the next element. Once an element is
/// sent, it waits until the work has handled it. A scripted server therefore always has the same result,
/// unlike with a stream of the standard library, whose consumer resumes at any later time.
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
/// Elements without a waiting consumer are kept. Each element is delivered to one consumer.
@MainActor
public final class ScheduledStream<Element: Sendable>: Sendable {
  private var elements: [Element] = []
  private var end: Result<Void, any Error>?
  private let arrival = ScheduledCondition()

  /// Creates an empty stream.
  public init() {}

  /// Sends an element; ignored after the end.
  public func send(_ element: Element) {
    guard end == nil else { return }
    elements.append(element)
    arrival.signalAll()
  }

  /// Ends the stream after the elements that were sent, optionally with an error; only the first end counts.
  public func finish(throwing error: (any Error)? = nil) {
    guard end == nil else { return }
    end = error.map { .failure($0) } ?? .success(())
    arrival.signalAll()
  }
}

extension ScheduledStream: nonisolated AsyncSequence, nonisolated AsyncIteratorProtocol {
  /// The stream itself: all iterators share its elements.
  public nonisolated func makeAsyncIterator() -> ScheduledStream { self }

  /// Waits for the next element.
  ///
  /// - Returns: The element, or nil at the end or if the task is canceled.
  /// - Throws: The error that the stream was finished with, once.
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
