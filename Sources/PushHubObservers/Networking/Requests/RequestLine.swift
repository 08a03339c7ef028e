package import PushHub

/// One server that is asked one thing at a time: what is under way, by when it must be answered, and
/// when it is tried again after a failure.
///
/// What is asked, when, and what an answer means is up to whoever has the line. A request that has no
/// answer in time is failed by its owner, with ``fail(_:at:)``, when ``deadline`` has come.
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
  private var failures: FailureStreak
  private var quiet = QuietTimes()

  package private(set) var request: Request?

  /// When what is under way has failed if there is no answer.
  package private(set) var deadline: ContinuousClock.Instant?
  package private(set) var requestCount = 0

  /// When it is tried again.
  package private(set) var retry: ContinuousClock.Instant?

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
    failures = FailureStreak(backoff: backoff)
  }
}

// MARK: - Requests

extension RequestLine {
  /// Begins a request; the one that was under way is left alone.
  package mutating func begin(for account: AccountID, at now: ContinuousClock.Instant) -> Request {
    requestCount += 1
    let next = Request(number: requestCount, account: account)
    request = next
    deadline = now + timeout
    retry = nil
    failures.noteBeginning()
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
    failures.forget()
    return abandon()
  }

  /// Forgets what the server wished, as on another clock.
  package mutating func forgetWishes() {
    quiet = QuietTimes()
  }

  /// Forgets what the server wished for an account.
  package mutating func forgetWish(for account: AccountID) {
    quiet.forget(account)
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
    failures.forget()
    quiet.forget(request?.account)
    end()
  }

  /// Notes the first sign of life of something that stays open, and so has no deadline any more.
  package mutating func noteGoodSign(at now: ContinuousClock.Instant) {
    failures.noteGoodSign(at: now)
    quiet.forget(request?.account)
    deadline = nil
  }

  /// Ends a request that has failed, and decides when it is tried again.
  ///
  /// - Returns: The delay of the next try, or nil if trying again is pointless.
  package mutating func fail(_ failure: SourceFailure, at now: ContinuousClock.Instant) -> Duration?
  {
    let account = request?.account
    end()
    failures.noteFailure(at: now)
    if let wish = failure.retryAfter, let account {
      let delay = Backoff.delay(afterWish: wish, using: &generator)
      quiet.note(until: now + delay, for: account, at: now)
    }
    guard !failure.isFinal else {
      retry = nil
      return nil
    }
    let rest = quiet.remainder(for: account, at: now)
    let isReplaced = failure.retryAfter != nil && wish == .replacesBackoff
    let delay = isReplaced ? rest : max(failures.delay(using: &generator), rest)
    retry = now + delay
    return delay
  }

  /// Tries again at another time, or not at all.
  package mutating func setRetry(at instant: ContinuousClock.Instant?) {
    retry = instant
  }
}

// MARK: - Wishes

extension RequestLine {
  /// Until when the server wants, or wanted, to be left alone by an account.
  package func quietUntil(for account: AccountID?) -> ContinuousClock.Instant? { quiet[account] }

  /// Whether the server wants to be left alone by an account.
  package func isQuiet(for account: AccountID?, at now: ContinuousClock.Instant) -> Bool {
    quiet.isQuiet(for: account, at: now)
  }

  /// How much is left of that time; zero without any.
  package func quietRemainder(for account: AccountID?, at now: ContinuousClock.Instant) -> Duration
  {
    quiet.remainder(for: account, at: now)
  }
}
