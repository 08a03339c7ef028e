/// A request under way.
public struct RequestUnderWay<Request: Equatable & Sendable>: Equatable, Sendable {
  /// The request.
  public let request: Request

  /// Its number, which grows from each request to the next, also over launches.
  ///
  /// A server may use it as a revision, to ignore a request that comes late.
  public let number: Int

  /// The time limit of an answer; `nil` after the first one of a request that continues.
  public internal(set) var deadline: ContinuousClock.Instant?

  /// The time since which a request that continues has had answers.
  var workingSince: ContinuousClock.Instant?
}

/// The requests of one core: the one under way, and the time of the next.
struct RequestState<Request: Equatable & Sendable> {
  private(set) var underWay: RequestUnderWay<Request>?

  /// Whether the latest request has failed.
  private(set) var hasFailed = false

  private var refused: Request?
  private var retry: ContinuousClock.Instant?
  private var failureCount = 0

  /// The number of answers after which the same request was still wanted.
  private var repeatCount = 0
  private var ignoresPause = false

  /// Whether the request under way is retried soon if it fails.
  private var isHastened = false

  /// The earliest time of a request; `nil` if it was refused for good.
  func nextAttempt(
    of request: Request,
    after pauseEnd: ContinuousClock.Instant?,
    at now: ContinuousClock.Instant
  ) -> ContinuousClock.Instant? {
    guard request != refused else { return nil }
    return ignoresPause ? now : max(now, retry ?? now, pauseEnd ?? now)
  }

  mutating func begin(
    _ request: Request,
    number: Int,
    under policy: RequestPolicy,
    at now: ContinuousClock.Instant
  ) {
    let deadline = now + Bounds.interval.nearest(to: policy.timeout)
    underWay = RequestUnderWay(request: request, number: number, deadline: deadline)
    (retry, hasFailed, ignoresPause, isHastened) = (nil, false, false, false)
  }

  /// Ends the request under way without an answer.
  ///
  /// - Returns: Its number, to cancel its task.
  mutating func cancel() -> Int? {
    defer { underWay = nil }
    return underWay?.number
  }

  mutating func recordProgress(at now: ContinuousClock.Instant) {
    if underWay?.workingSince == nil { underWay?.workingSince = now }
    underWay?.deadline = nil
  }

  mutating func succeed() {
    (underWay, failureCount, retry) = (nil, 0, nil)
  }

  /// Ends the request under way, and plans the next: after the longer of the backoff and `Retry-After`.
  mutating func fail(
    finally isFinal: Bool,
    backoff: Backoff,
    until pauseEnd: ContinuousClock.Instant?,
    at now: ContinuousClock.Instant,
    using generator: inout some RandomNumberGenerator
  ) {
    let hasKeptWorking = underWay?.workingSince.map { now - $0 >= backoff.longest } ?? false
    failureCount = hasKeptWorking ? 1 : failureCount + 1
    if isFinal {
      (refused, retry) = (underWay?.request, nil)
    } else {
      let delay = backoff.delay(afterFailures: failureCount, using: &generator)
      retry = max(now + delay, pauseEnd ?? now)
    }
    (underWay, hasFailed) = (nil, true)
    if isHastened { hasten(at: now, using: &generator) }
  }

  /// Lets the same request wait longer each time that it is still wanted after its answer.
  mutating func endRound(isRepeated: Bool, at now: ContinuousClock.Instant) {
    repeatCount = isRepeated ? repeatCount + 1 : 0
    if isRepeated { retry = now + .seconds(1 << min(repeatCount - 1, 6)) }
  }

  mutating func hurry(despitePause: Bool) {
    (retry, refused, repeatCount) = (nil, nil, 0)
    ignoresPause = ignoresPause || despitePause
  }

  /// Lets a request that waits after a failure, or that is under way and fails, begin within 5 s, spread.
  mutating func hasten(
    at now: ContinuousClock.Instant,
    using generator: inout some RandomNumberGenerator
  ) {
    isHastened = underWay != nil
    guard let retry else { return }
    self.retry = min(retry, now + Backoff.random(upTo: .seconds(5), using: &generator))
  }

  mutating func forgetFailure() { hasFailed = false }

  /// Lets a request that was refused for good begin again, unless it is the one that is wanted.
  mutating func forgetRefusal(unless wanted: Request? = nil) {
    if wanted != refused { refused = nil }
  }
}
