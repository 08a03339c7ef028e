import PushHubTesting
import Testing

@testable import PushHubNetworking
@testable import TestSupport

/// Waiting with a deadline.
@MainActor
struct DeadlineTests {
  private struct Locked: Error {}

  private let scheduler = ManualScheduler()

  /// Work that ends when the test wants, and ignores being canceled.
  private final class Other: Sendable {
    let answers = AsyncStream<Int>.makeStream()

    func answer() async -> Int {
      await Task { [stream = answers.stream] in
        for await number in stream { return number }
        return 0
      }.value
    }
  }

  /// Begins to wait ten seconds.
  private func wait(for body: @escaping @Sendable () async throws -> Int) -> Task<Int?, any Error> {
    Task { try await withDeadline(after: .seconds(10), on: scheduler, body) }
  }

  @Test func `the value is returned, and nothing stays scheduled`() async throws {
    #expect(try await wait { 7 }.value == 7)
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `an error of the work is thrown`() async {
    await #expect(throws: Locked.self) { try await wait { throw Locked() }.value }
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `work that is late has no value`() async throws {
    let other = Other()
    let waiting = wait { await other.answer() }
    #expect(await eventually { scheduler.pendingCount != 0 })
    scheduler.advance(by: .seconds(10))
    #expect(try await waiting.value == nil)
    other.answers.continuation.finish()
  }

  @Test func `a task that is canceled does not wait`() async {
    let other = Other()
    let waiting = wait { await other.answer() }
    #expect(await eventually { scheduler.pendingCount != 0 })
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(scheduler.pendingCount == 0)
    other.answers.continuation.finish()
  }
}
