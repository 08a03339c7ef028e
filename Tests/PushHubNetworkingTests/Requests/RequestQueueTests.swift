import PushHub
import Testing

@testable import PushHubNetworking
@testable import TestSupport

/// One request at a time, with a deadline, and the next try after a failure.
struct RequestQueueTests {
  private let start = ContinuousClock.now

  /// Every random delay is the longest.
  private var queue = RequestQueue(generator: FixedGenerator.most)

  private let down = SourceFailure(message: "503")
  private let refused = SourceFailure(message: "401", isFinal: true)

  private func busy(_ seconds: Int) -> SourceFailure {
    SourceFailure(message: "429", retryAfter: .seconds(seconds))
  }

  private func instant(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

  /// Begins a request, and lets it fail at once.
  private mutating func fail(
    _ failure: SourceFailure,
    for account: AccountID = "ann",
    at seconds: Int = 0
  ) -> Duration? {
    queue.begin(for: account, at: instant(seconds))
    return queue.fail(failure, at: instant(seconds))
  }

  // MARK: - Requests

  @Test mutating func `a request is for an account, and has a deadline`() {
    queue.begin(for: "ann", at: start)
    #expect(queue.account == "ann")
    #expect(queue.deadline == instant(60))
    queue.succeed()
    #expect(!queue.isBusy)
    queue.begin(for: "bob", at: instant(5))
    #expect(queue.deadline == instant(65))
  }

  @Test mutating func `a request without an answer has timed out at its deadline`() {
    #expect(!queue.hasTimedOut(at: instant(100)))
    queue.begin(for: "ann", at: start)
    #expect(!queue.hasTimedOut(at: instant(59)))
    #expect(queue.hasTimedOut(at: instant(60)))
    #expect(queue.timeoutFailure == SourceFailure(message: "no answer within 60.0 seconds"))
  }

  @Test mutating func `a request that is canceled is not retried`() {
    queue.begin(for: "ann", at: start)
    queue.retry = instant(9)
    let isCancelled = queue.cancel()
    #expect(isCancelled)
    #expect(!queue.isBusy)
    #expect(queue.deadline == nil)
    #expect(queue.retry == nil)
    let isCancelledAgain = queue.cancel()
    #expect(!isCancelledAgain)
  }

  @Test mutating func `a connection that works has no deadline any more, but is under way`() {
    queue.begin(for: "ann", at: start)
    queue.recordProgress(at: instant(1))
    #expect(queue.deadline == nil)
    #expect(queue.isBusy)
  }

  // MARK: - Failures

  @Test mutating func `delays grow with each failure, up to the longest`() {
    let delays = (0..<8).map { _ in fail(down) }
    #expect(delays == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
  }

  @Test mutating func `canceling keeps the failures, and resetting does not`() {
    _ = fail(down)
    queue.cancel()
    #expect(fail(down) == .seconds(2))
    queue.reset()
    #expect(fail(down) == .seconds(1))
  }

  @Test mutating func `failures count until a connection has worked for the longest delay`() {
    _ = fail(down)
    queue.begin(for: "ann", at: instant(1))
    queue.recordProgress(at: instant(1))
    #expect(queue.fail(down, at: instant(60)) == .seconds(2))
    queue.begin(for: "ann", at: instant(62))
    queue.recordProgress(at: instant(62))
    #expect(queue.fail(down, at: instant(122)) == .seconds(1))
  }

  @Test mutating func `the time of a connection counts from its first progress`() {
    _ = fail(down)
    queue.begin(for: "ann", at: start)
    queue.recordProgress(at: start)
    queue.recordProgress(at: instant(59))
    #expect(queue.fail(down, at: instant(60)) == .seconds(1))
  }

  @Test mutating func `a new connection has not worked before`() {
    _ = fail(down)
    queue.begin(for: "ann", at: start)
    queue.recordProgress(at: start)
    #expect(fail(down, at: 60) == .seconds(2))
  }

  @Test mutating func `a permanent refusal is not retried until the next answer`() {
    #expect(fail(refused) == nil)
    #expect(queue.retry == nil)
    #expect(fail(down) == .seconds(2))
    _ = fail(refused)
    queue.begin(for: "ann", at: start)
    queue.succeed()
  }

  // MARK: - Wishes

  @Test mutating func `Retry-After replaces the growing delay`() {
    _ = fail(down)
    _ = fail(down)
    #expect(fail(busy(10)) == .seconds(20))
    #expect(queue.retry == instant(20))
    #expect(queue.isPaused(for: "ann", at: instant(19)))
    #expect(!queue.isPaused(for: "ann", at: instant(20)))
    #expect(queue.pause(for: "ann", at: instant(5)) == .seconds(15))
    for _ in 0..<5 { _ = fail(down) }
    #expect(fail(busy(1)) == .seconds(6))
  }

  @Test mutating func `with keepsBackoff the longer of both holds`() {
    queue = RequestQueue(keepsBackoff: true, generator: FixedGenerator.most)
    #expect(fail(busy(1)) == .seconds(6))
    for _ in 0..<5 {
      _ = fail(down)
    }
    #expect(fail(busy(1)) == .seconds(60))
  }

  @Test mutating func `a failure without Retry-After waits for the rest of the former one`() {
    _ = fail(busy(10))
    #expect(fail(down, at: 5) == .seconds(15))
    #expect(fail(down, at: 19) == .seconds(4))
  }

  @Test mutating func `Retry-After is for one account, also while another one is signed in`() {
    _ = fail(busy(10))
    queue.reset()
    #expect(queue.pauseEnd(for: "bob") == nil)
    #expect(fail(down, for: "bob") == .seconds(1))
    #expect(queue.pauseEnd(for: "ann") == instant(20))
    #expect(!queue.isPaused(for: nil, at: start))
  }

  @Test mutating func `an answer ends the Retry-After of its account only`() {
    _ = fail(busy(10))
    _ = fail(busy(10), for: "bob")
    queue.begin(for: "ann", at: start)
    queue.succeed()
    #expect(queue.pauseEnd(for: "ann") == nil)
    #expect(queue.pauseEnd(for: "bob") == instant(20))
  }

  @Test mutating func `progress ends Retry-After, and so does endPause`() {
    _ = fail(busy(10))
    queue.begin(for: "ann", at: start)
    queue.recordProgress(at: start)
    #expect(queue.pauseEnd(for: "ann") == nil)
    _ = fail(busy(10))
    queue.endPause(for: "ann")
    #expect(queue.pauseEnd(for: "ann") == nil)
    _ = fail(busy(10))
    queue.endPauses()
    #expect(queue.pauseEnd(for: "ann") == nil)
  }

  @Test mutating func `the next request waits for the retry and for the pause`() {
    #expect(queue.isReady(for: "ann", at: start))
    queue.begin(for: "ann", at: start)
    #expect(!queue.isReady(for: "ann", at: start))
    queue.fail(busy(10), at: start)
    queue.retry = instant(5)
    #expect(queue.nextAttempt(for: "ann") == instant(20))
    #expect(queue.nextAttempt(for: "bob") == instant(5))
    #expect(!queue.isReady(for: "bob", at: instant(4)))
    #expect(queue.isReady(for: "bob", at: instant(5)))
    #expect(queue.isReady(for: "ann", at: instant(20)))
  }

  @Test mutating func `a permanent refusal keeps its Retry-After`() {
    let failure = SourceFailure(message: "403", retryAfter: .seconds(10), isFinal: true)
    #expect(fail(failure) == nil)
    #expect(queue.isPaused(for: "ann", at: instant(19)))
  }
}
