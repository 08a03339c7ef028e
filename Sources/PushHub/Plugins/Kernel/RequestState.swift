/// A request under way.
public struct RequestUnderWay<Request: Equatable & Sendable>: Equatable, Sendable {
  /// The request.
  public let request: Request

  /// Its number, which grows from each request to the next; with ``RequestPolicy/waitsForStore`` also over launches
  /// between which the clock was set back.
  ///
  /// A server may use it as a revision, to ignore a request that comes late.
  public let number: Int

  /// The time limit of an answer; `nil` after the first one of a request that continues.
  public let deadline: ContinuousClock.Instant?
}

/// The times of one core's requests: of the one under way, and of the next.
struct RequestState {
  /// The number of the request under way.
  private(set) var number: Int?

  /// The time limit of its answer; `nil` after the first one of a request that continues.
  private(set) var deadline: ContinuousClock.Instant?

  /// The time since which a request that continues has had answers.
  private var workingSince: ContinuousClock.Instant?

  /// Whether the latest request has failed.
  var hasFailed = false

  /// Whether the latest request was refused for good.
  var isRefused = false

  private var retry: ContinuousClock.Instant?
  private var failureCount = 0

  /// The number of answers in a row after which the same request was still wanted.
  private var repeatCount = 0
  private var ignoresPause = false

  /// Whether the request under way is retried soon if it fails.
  private var isHastened = false

  /// The earliest time of a request; `nil` for one that was refused.
  func nextAttempt(
    after pauseEnd: ContinuousClock.Instant?,
    at now: ContinuousClock.Instant
  ) -> ContinuousClock.Instant? {
    if isRefused { return nil }
    return ignoresPause ? now : max(now, retry ?? now, pauseEnd ?? now)
  }

  /// Lets another request than the latest begin, unless the latest has failed.
  mutating func wantAnother() {
    isRefused = false
    if repeatCount > 0 { (retry, repeatCount) = (nil, 0) }
  }

  mutating func begin(number: Int, under policy: RequestPolicy, at now: ContinuousClock.Instant) {
    self.number = number
    deadline = now + Bounds.interval.nearest(to: policy.timeout)
    (retry, hasFailed, ignoresPause, isHastened) = (nil, false, false, false)
  }

  /// Ends the request under way.
  mutating func cancel() {
    (number, deadline, workingSince) = (nil, nil, nil)
  }

  mutating func recordProgress(at now: ContinuousClock.Instant) {
    workingSince = workingSince ?? now
    deadline = nil
  }

  /// Ends the request under way after a failure.
  mutating func fail(
    finally isFinal: Bool,
    backoff: Backoff,
    at now: ContinuousClock.Instant,
    using generator: inout some RandomNumberGenerator
  ) {
    if let workingSince, now - workingSince >= backoff.longest { failureCount = 0 }
    failureCount += 1
    cancel()
    (hasFailed, isRefused, repeatCount) = (true, isFinal, 0)
    if !isFinal { retry = now + backoff.delay(afterFailures: failureCount, using: &generator) }
    if isHastened { hasten(at: now, using: &generator) }
  }

  /// Records that an answer was handled; the same request waits, if it is still wanted.
  mutating func succeed(
    isRepeated: Bool,
    backoff: Backoff,
    at now: ContinuousClock.Instant,
    using generator: inout some RandomNumberGenerator
  ) {
    (failureCount, repeatCount) = (0, isRepeated ? repeatCount + 1 : 0)
    if isRepeated { retry = now + backoff.delay(afterFailures: repeatCount, using: &generator) }
  }

  mutating func hurry(despitePause: Bool) {
    (retry, isRefused, repeatCount) = (nil, false, 0)
    ignoresPause = ignoresPause || despitePause
  }

  /// Lets a request that waits after a failure, or that is under way and fails, begin within 5 s, spread.
  mutating func hasten(
    at now: ContinuousClock.Instant,
    using generator: inout some RandomNumberGenerator
  ) {
    isHastened = number != nil
    guard let retry else { return }
    self.retry = min(retry, now + Backoff.random(upTo: .seconds(5), using: &generator))
  }
}
