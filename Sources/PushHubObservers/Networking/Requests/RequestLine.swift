package import PushHub

/// One server that is asked one thing at a time: what is under way, by when it must be answered, and
/// when it is tried again after a failure.
///
/// What is asked, when, and what an answer means is up to whoever has the line. A request that has no
/// answer in time is failed by its owner, with ``fail(_:at:)``, when ``deadline`` has come.
///
/// Delays shrink only when what failed was answered, or what stays open has stayed well for as long as the
/// longest of them: a server that opens each time, and closes at once, would be asked without end.
package struct RequestLine {
  package struct Request: Hashable, Sendable {
    package typealias Number = Int

    /// Counts requests from 1, so that a late answer is told from one that is waited for.
    package let number: Number
    package let account: AccountID
  }

  /// What a server's wish to be left alone does to the growing delay after failures.
  package enum Wish: Sendable {
    /// It takes its place.
    case replacesBackoff

    /// The longer of the two holds: for a server that wishes with each connection.
    case isLowerBound
  }

  private let timeout: Duration
  private let wish: Wish
  private var generator: any RandomNumberGenerator
  private let backoff: Backoff
  private var failureCount = 0

  /// Until when the server wants to be left alone, by account, also while another one is signed in.
  private var quiet: [AccountID: Duration] = [:]

  package private(set) var request: Request?
  package private(set) var requestCount = 0

  /// Times are durations since the layout of an instant is known at run time only, which makes what
  /// contains one several times slower.
  private var deadlineTime: Duration?
  private var retryTime: Duration?

  /// Since when what is under way has been well.
  private var wellSince: Duration?

  /// - Parameter generator: Where the random part of delays comes from; a copy draws the same.
  package init(
    timeout: Duration,
    backoff: Backoff,
    wish: Wish = .replacesBackoff,
    generator: any RandomNumberGenerator
  ) {
    self.timeout = timeout
    self.wish = wish
    self.generator = generator
    self.backoff = backoff
  }
}

// MARK: - Requests

extension RequestLine {
  /// When what is under way has failed if there is no answer.
  package var deadline: ContinuousClock.Instant? {
    deadlineTime.map(ContinuousClock.Instant.init(referenceTime:))
  }

  /// When it is tried again.
  package var retry: ContinuousClock.Instant? {
    retryTime.map(ContinuousClock.Instant.init(referenceTime:))
  }

  /// Begins a request; the one that was under way is left alone.
  package mutating func begin(for account: AccountID, at now: ContinuousClock.Instant) -> Request {
    requestCount += 1
    let next = Request(number: requestCount, account: account)
    request = next
    deadlineTime = now.referenceTime + timeout
    retryTime = nil
    wellSince = nil
    return next
  }

  package func isUnderWay(_ number: Request.Number) -> Bool { request?.number == number }

  /// Gives up what is under way, and the next try.
  ///
  /// - Returns: What is to be cancelled.
  package mutating func abandon() -> Request? {
    defer { end() }
    retryTime = nil
    return request
  }

  /// Gives up what is under way, and forgets all failures; what the server wishes still holds.
  package mutating func forget() -> Request? {
    failureCount = 0
    return abandon()
  }

  /// Forgets what the server wished, as on another clock.
  package mutating func forgetWishes() {
    quiet = [:]
  }

  /// Forgets what the server wished for an account.
  package mutating func forgetWish(for account: AccountID) {
    quiet[account] = nil
  }

  private mutating func end() {
    request = nil
    deadlineTime = nil
  }
}

// MARK: - Answers

extension RequestLine {
  /// Ends a request that was answered.
  package mutating func succeed() {
    failureCount = 0
    forgetWishOfRequest()
    end()
  }

  /// Notes the first sign of life of something that stays open, and so has no deadline any more.
  package mutating func noteGoodSign(at now: ContinuousClock.Instant) {
    wellSince = wellSince ?? now.referenceTime
    forgetWishOfRequest()
    deadlineTime = nil
  }

  /// Ends a request that has failed, and decides when it is tried again.
  ///
  /// - Returns: The delay of the next try, or nil if trying again is pointless.
  package mutating func fail(_ failure: SourceFailure, at now: ContinuousClock.Instant) -> Duration?
  {
    let account = request?.account
    end()
    retryTime = nil
    let hasStayedWell = wellSince.map { now.referenceTime - $0 >= backoff.longest } ?? false
    failureCount = hasStayedWell ? 1 : failureCount + 1
    if let wish = failure.retryAfter, let account {
      quiet = quiet.filter { $0.value > now.referenceTime }
      quiet[account] = now.referenceTime + Backoff.delay(afterWish: wish, using: &generator)
    }
    guard !failure.isFinal else { return nil }
    let rest = quietRemainder(for: account, at: now)
    let isReplaced = failure.retryAfter != nil && wish == .replacesBackoff
    let delay =
      isReplaced ? rest : max(backoff.delay(afterFailures: failureCount, using: &generator), rest)
    retryTime = now.referenceTime + delay
    return delay
  }

  /// Tries again at another time, or not at all.
  package mutating func setRetry(at instant: ContinuousClock.Instant?) {
    retryTime = instant?.referenceTime
  }

  private mutating func forgetWishOfRequest() {
    guard let request else { return }
    quiet[request.account] = nil
  }
}

// MARK: - Wishes

extension RequestLine {
  /// Until when the server wants, or wanted, to be left alone by an account.
  package func quietUntil(for account: AccountID?) -> ContinuousClock.Instant? {
    account.flatMap { quiet[$0] }.map(ContinuousClock.Instant.init(referenceTime:))
  }

  /// How much is left of that time; zero without any.
  package func quietRemainder(for account: AccountID?, at now: ContinuousClock.Instant) -> Duration
  {
    account.flatMap { quiet[$0] }.map { max(.zero, $0 - now.referenceTime) } ?? .zero
  }

  /// Whether the server wants to be left alone by an account.
  package func isQuiet(for account: AccountID?, at now: ContinuousClock.Instant) -> Bool {
    quietRemainder(for: account, at: now) > .zero
  }
}
