package import PushHub

/// One server that is asked one thing at a time: what is under way, by when it must be answered, and
/// when it is tried again after a failure.
///
/// What is asked, when, and what an answer means is up to whoever has the line. A request that has no
/// answer in time is failed by its owner, with ``fail(_:at:)``, when ``deadline`` has come.
///
/// Delays shrink only when what failed was answered, or what stays open has stayed well for as long as the
/// longest of them: a server that opens each time, and closes at once, would be asked without end.
///
/// Its times are those of `ContinuousClock.Instant.referenceTime`.
package struct RequestLine {
  package struct Request: Equatable, Sendable {
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

  /// When what is under way has failed if there is no answer.
  package private(set) var deadline: Duration?

  /// When it is tried again; the owner may choose another time, or none.
  package var retry: Duration?

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
  /// Begins a request; the one that was under way is left alone.
  package mutating func begin(for account: AccountID, at now: Duration) -> Request {
    requestCount += 1
    let next = Request(number: requestCount, account: account)
    request = next
    deadline = now + timeout
    retry = nil
    wellSince = nil
    return next
  }

  package func isUnderWay(_ number: Request.Number) -> Bool { request?.number == number }

  /// Gives up what is under way, and the next try.
  ///
  /// - Returns: What is to be cancelled.
  package mutating func abandon() -> Request? {
    defer { end() }
    retry = nil
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
  package mutating func forgetWish(for account: AccountID?) {
    if let account { quiet[account] = nil }
  }

  private mutating func end() {
    request = nil
    deadline = nil
  }
}

// MARK: - Answers

extension RequestLine {
  /// Ends a request that was answered.
  package mutating func succeed() {
    failureCount = 0
    forgetWish(for: request?.account)
    end()
  }

  /// Records the first sign of life of something that stays open, and so has no deadline any more.
  package mutating func recordGoodSign(at now: Duration) {
    wellSince = wellSince ?? now
    forgetWish(for: request?.account)
    deadline = nil
  }

  /// Ends a request that has failed, and decides when it is tried again.
  ///
  /// - Returns: The delay of the next try, or nil if trying again is pointless.
  package mutating func fail(_ failure: SourceFailure, at now: Duration) -> Duration? {
    let account = request?.account
    end()
    retry = nil
    let hasStayedWell = wellSince.map { now - $0 >= backoff.longest } ?? false
    failureCount = hasStayedWell ? 1 : failureCount + 1
    if let wish = failure.retryAfter, let account {
      for (other, end) in quiet where end <= now { quiet[other] = nil }
      quiet[account] = now + Backoff.delay(afterPause: wish, using: &generator)
    }
    guard !failure.isFinal else { return nil }
    let rest = quietRemainder(for: account, at: now)
    let isReplaced = failure.retryAfter != nil && wish == .replacesBackoff
    let delay =
      isReplaced ? rest : max(backoff.delay(afterFailures: failureCount, using: &generator), rest)
    retry = now + delay
    return delay
  }
}

// MARK: - Wishes

extension RequestLine {
  /// Until when the server wants, or wanted, to be left alone by an account.
  package func quietUntil(for account: AccountID?) -> Duration? {
    account.flatMap { quiet[$0] }
  }

  /// How much is left of that time; zero without any.
  package func quietRemainder(for account: AccountID?, at now: Duration) -> Duration {
    quietUntil(for: account).map { max(.zero, $0 - now) } ?? .zero
  }

  /// Whether the server wants to be left alone by an account.
  package func isQuiet(for account: AccountID?, at now: Duration) -> Bool {
    quietRemainder(for: account, at: now) > .zero
  }
}
