import PushHub
import Testing

@testable import PushHubNetworking

/// One request at a time, with a deadline, and the next try after a failure.
struct RequestLineTests {
  private let start = Duration.seconds(1_000)
  private var line = Self.line()

  /// Every random delay is the longest.
  private static func line(_ wish: RequestLine.Wish = .replacesBackoff) -> RequestLine {
    RequestLine(
      timeout: .seconds(60),
      backoff: Backoff(first: .seconds(1), longest: .seconds(60)),
      wish: wish,
      generator: FixedGenerator.most
    )
  }

  private let down = SourceFailure(message: "503")
  private let refused = SourceFailure(message: "401", isFinal: true)

  private func busy(_ seconds: Int) -> SourceFailure {
    SourceFailure(message: "429", retryAfter: .seconds(seconds))
  }

  private func instant(_ seconds: Int) -> Duration { start + .seconds(seconds) }

  /// Begins a request, and lets it fail at once.
  private mutating func fail(
    _ failure: SourceFailure,
    for account: AccountID = "ann",
    at seconds: Int = 0
  ) -> Duration? {
    _ = line.begin(for: account, at: instant(seconds))
    return line.fail(failure, at: instant(seconds))
  }

  // MARK: - Requests

  @Test mutating func `requests are counted, and have a deadline`() {
    let first = line.begin(for: "ann", at: start)
    #expect(first.number == 1)
    #expect(first.account == "ann")
    #expect(line.request == first)
    #expect(line.deadline == instant(60))
    line.succeed()
    #expect(line.begin(for: "bob", at: instant(5)).number == 2)
    #expect(line.deadline == instant(65))
  }

  @Test mutating func `a late answer is told from the one that is waited for`() {
    let first = line.begin(for: "ann", at: start)
    let second = line.begin(for: "ann", at: start)
    #expect(!line.isUnderWay(first.number))
    #expect(line.isUnderWay(second.number))
    line.succeed()
    #expect(!line.isUnderWay(second.number))
  }

  @Test mutating func `what is given up is told, and not tried again by itself`() {
    let request = line.begin(for: "ann", at: start)
    line.retry = instant(9)
    #expect(line.abandon() == request)
    #expect(line.request == nil)
    #expect(line.deadline == nil)
    #expect(line.retry == nil)
    #expect(line.abandon() == nil)
  }

  @Test mutating func `what shows a sign of life has no deadline any more, but is under way`() {
    let request = line.begin(for: "ann", at: start)
    line.recordGoodSign(at: instant(1))
    #expect(line.deadline == nil)
    #expect(line.isUnderWay(request.number))
  }

  // MARK: - Failures

  @Test mutating func `delays grow with each failure, up to the longest`() {
    let delays = (0..<8).map { _ in fail(down) }
    #expect(delays == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
  }

  @Test mutating func `giving up keeps the failures, and forgetting does not`() {
    _ = fail(down)
    _ = line.abandon()
    #expect(fail(down) == .seconds(2))
    _ = line.forget()
    #expect(fail(down) == .seconds(1))
  }

  @Test mutating func `one sign of life does not forget the failures, staying well does`() {
    _ = fail(down)
    _ = line.begin(for: "ann", at: instant(1))
    line.recordGoodSign(at: instant(1))
    #expect(line.fail(down, at: instant(60)) == .seconds(2))
    _ = line.begin(for: "ann", at: instant(62))
    line.recordGoodSign(at: instant(62))
    #expect(line.fail(down, at: instant(122)) == .seconds(1))
  }

  @Test mutating func `staying well counts from the first sign of life`() {
    _ = fail(down)
    _ = line.begin(for: "ann", at: start)
    line.recordGoodSign(at: start)
    line.recordGoodSign(at: instant(59))
    #expect(line.fail(down, at: instant(60)) == .seconds(1))
  }

  @Test mutating func `what begins anew was not well before`() {
    _ = fail(down)
    _ = line.begin(for: "ann", at: start)
    line.recordGoodSign(at: start)
    #expect(fail(down, at: 60) == .seconds(2))
  }

  @Test mutating func `a refusal for good is not tried again, until the next answer`() {
    #expect(fail(refused) == nil)
    #expect(line.retry == nil)
    #expect(fail(down) == .seconds(2))
    _ = fail(refused)
    _ = line.begin(for: "ann", at: start)
    line.succeed()
  }

  // MARK: - Wishes

  @Test mutating func `a server's wish takes the place of the growing delay`() {
    _ = fail(down)
    _ = fail(down)
    #expect(fail(busy(10)) == .seconds(20))
    #expect(line.retry == instant(20))
    #expect(line.isQuiet(for: "ann", at: instant(19)))
    #expect(!line.isQuiet(for: "ann", at: instant(20)))
    #expect(line.quietRemainder(for: "ann", at: instant(5)) == .seconds(15))
  }

  @Test mutating func `where it is a lower bound the longer of both holds`() {
    line = Self.line(.isLowerBound)
    #expect(fail(busy(1)) == .seconds(6))
    for _ in 0..<5 {
      _ = fail(down)
    }
    #expect(fail(busy(1)) == .seconds(60))
  }

  @Test mutating func `a failure without a wish waits for what is left of the last one`() {
    _ = fail(busy(10))
    #expect(fail(down, at: 5) == .seconds(15))
    #expect(fail(down, at: 19) == .seconds(4))
  }

  @Test mutating func `a wish is for one account, and outlives the stay of another`() {
    _ = fail(busy(10))
    _ = line.forget()
    #expect(line.quietUntil(for: "bob") == nil)
    #expect(fail(down, for: "bob") == .seconds(1))
    #expect(line.quietUntil(for: "ann") == instant(20))
    #expect(!line.isQuiet(for: nil, at: start))
  }

  @Test mutating func `an answer ends the wish of its account alone`() {
    _ = fail(busy(10))
    _ = fail(busy(10), for: "bob")
    _ = line.begin(for: "ann", at: start)
    line.succeed()
    #expect(line.quietUntil(for: "ann") == nil)
    #expect(line.quietUntil(for: "bob") == instant(20))
  }

  @Test mutating func `a sign of life ends it too, and so does who forgets it`() {
    _ = fail(busy(10))
    _ = line.begin(for: "ann", at: start)
    line.recordGoodSign(at: start)
    #expect(line.quietUntil(for: "ann") == nil)
    _ = fail(busy(10))
    line.forgetWish(for: "ann")
    #expect(line.quietUntil(for: "ann") == nil)
    _ = fail(busy(10))
    line.forgetWishes()
    #expect(line.quietUntil(for: "ann") == nil)
  }

  @Test mutating func `a refusal for good with a wish keeps the wish`() {
    let failure = SourceFailure(message: "403", retryAfter: .seconds(10), isFinal: true)
    #expect(fail(failure) == nil)
    #expect(line.isQuiet(for: "ann", at: instant(19)))
  }
}
