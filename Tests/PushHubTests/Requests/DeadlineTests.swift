import PushHub
import Testing

@testable import PushHubNetworking

/// Nobody waits for ever for somebody else.
@MainActor
struct DeadlineTests {
  private struct Locked: Error {}

  private let scheduler = ManualScheduler()

  /// Somebody who answers when the test says so, and ignores being cancelled.
  private final class Other: Sendable {
    let answers = AsyncStream<Int>.makeStream()

    func answer() async -> Int {
      await Task { [stream = answers.stream] in
        for await number in stream { return number }
        return 0
      }.value
    }
  }

  /// Begins to wait ten seconds for somebody.
  private func wait(for body: @escaping @Sendable () async throws -> Int) -> Task<Int, any Error> {
    Task { try await withDeadline(after: .seconds(10), on: scheduler, body) }
  }

  @Test func `an answer is given, and no alarm is left`() async throws {
    #expect(try await wait { 7 }.value == 7)
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `an error is thrown as it is`() async {
    await #expect(throws: Locked.self) { try await wait { throw Locked() }.value }
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `who answers nothing is not waited for any more`() async {
    let other = Other()
    let waiting = wait { await other.answer() }
    #expect(await eventually { scheduler.pendingCount != 0 })
    scheduler.advance(by: .seconds(10))
    await #expect(throws: DeadlinePassed.self) { try await waiting.value }
    other.answers.continuation.finish()
  }

  @Test func `who is cancelled does not wait`() async {
    let other = Other()
    let waiting = wait { await other.answer() }
    #expect(await eventually { scheduler.pendingCount != 0 })
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(scheduler.pendingCount == 0)
    other.answers.continuation.finish()
  }
}
