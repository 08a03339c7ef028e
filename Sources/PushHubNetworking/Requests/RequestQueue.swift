public import PushHub

/// The requests of a feature to one server: one at a time, with a deadline, retried after a failure.
///
/// It is a value in a core. The core decides what to request and when, and what an answer means; the queue
/// decides the times.
///
/// ```swift
/// mutating func handle(_ input: ManualFeatureInput<Self>, in turn: inout ManualFeatureTurn<Self>) {
///   switch input {
///   case .lifecycle(let lifecycle, _) where lifecycle.account != account:
///     if queue.reset() { turn.cancel() }
///     (account, state) = (lifecycle.account, [])
///     isWanted = account != nil
///   case .push: isWanted = account != nil
///   case .own(.answered(.success(let orders))):
///     queue.succeed()
///     state = orders
///   case .own(.answered(.failure(let failure))):
///     isWanted = queue.fail(failure, at: turn.now) != nil
///   case .deadline where queue.hasTimedOut(at: turn.now):
///     turn.cancel()
///     isWanted = queue.fail(queue.timeoutFailure, at: turn.now) != nil
///   default: break
///   }
///   if isWanted, let account, queue.isReady(for: account, at: turn.now) {
///     isWanted = false
///     queue.begin(for: account, at: turn.now)
///     turn.perform(.request(account))
///   }
/// }
///
/// var nextDeadline: ContinuousClock.Instant? {
///   queue.deadline ?? (isWanted ? queue.nextAttempt(for: account) : nil)
/// }
/// ```
///
/// - Retries: after each failure the longest delay doubles, from one second to a minute, and the delay is
///   a random part of it. The delays become short again when a request was answered, or when a connection
///   has worked for as long as the longest of them.
/// - `Retry-After`: holds for the account for which the server sent it, also while another one is signed
///   in, until the server answers that account.
public struct RequestQueue {
  private let timeout: Duration
  private let backoff: Backoff
  private let keepsBackoff: Bool
  private var generator: any RandomNumberGenerator
  private var failureCount = 0

  /// The time until which `Retry-After` holds, by account.
  private var pauses: [AccountID: ContinuousClock.Instant] = [:]

  /// The account of the request under way.
  public private(set) var account: AccountID?

  /// The time limit for an answer to the request under way; `nil` for an open connection.
  public private(set) var deadline: ContinuousClock.Instant?

  /// The time of the next try after a failure; a core may set another time, or none.
  public var retry: ContinuousClock.Instant?

  /// The time since which the connection under way has worked.
  private var workingSince: ContinuousClock.Instant?

  /// Creates a queue in which no request is under way.
  ///
  /// - Parameters:
  ///   - timeout: The time limit of a request.
  ///   - backoff: The delays after failures.
  ///   - keepsBackoff: Whether the longer of `Retry-After` and the delay holds, as for a server that sends one
  ///     with each connection. By default `Retry-After` replaces the delay.
  ///   - generator: The source of the random part of delays; a copy of the queue draws the same.
  public init(
    timeout: Duration = .seconds(60),
    backoff: Backoff = Backoff(),
    keepsBackoff: Bool = false,
    generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    self.timeout = timeout
    self.backoff = backoff
    self.keepsBackoff = keepsBackoff
    self.generator = generator
  }
}

// MARK: - Requests

extension RequestQueue {
  /// Whether a request is under way.
  public var isBusy: Bool { account != nil }

  /// The earliest time of the next request: after the delay of a retry and after `Retry-After`; `nil` for
  /// any time.
  public func nextAttempt(for account: AccountID?) -> ContinuousClock.Instant? {
    [retry, pauseEnd(for: account)].compactMap { $0 }.max()
  }

  /// Whether no request is under way, and the time of the next has come.
  public func isReady(for account: AccountID?, at now: ContinuousClock.Instant) -> Bool {
    !isBusy && (nextAttempt(for: account) ?? now) <= now
  }

  /// Begins a request, in place of the one under way.
  public mutating func begin(for account: AccountID, at now: ContinuousClock.Instant) {
    self.account = account
    deadline = now + timeout
    retry = nil
    workingSince = nil
  }

  /// Ends the request under way without an answer, and plans no retry.
  ///
  /// - Returns: Whether there was one. Cancel its task.
  @discardableResult
  public mutating func cancel() -> Bool {
    defer { end() }
    retry = nil
    return isBusy
  }

  /// Ends the request under way, and discards all failures; `Retry-After` still holds.
  ///
  /// - Returns: Whether there was one. Cancel its task.
  @discardableResult
  public mutating func reset() -> Bool {
    failureCount = 0
    return cancel()
  }

  private mutating func end() {
    account = nil
    deadline = nil
  }
}

// MARK: - Answers

extension RequestQueue {
  /// Ends a request that was answered.
  public mutating func succeed() {
    failureCount = 0
    endPause(for: account)
    end()
  }

  /// Records that a connection works, which stays open and has no deadline from now on.
  public mutating func recordProgress(at now: ContinuousClock.Instant) {
    workingSince = workingSince ?? now
    endPause(for: account)
    deadline = nil
  }

  /// Ends a request that has failed, and plans the retry.
  ///
  /// - Returns: The delay until the retry; `nil` if a retry is pointless.
  @discardableResult
  public mutating func fail(
    _ failure: SourceFailure,
    at now: ContinuousClock.Instant
  ) -> Duration? {
    let account = account
    end()
    retry = nil
    let hasKeptWorking = workingSince.map { now - $0 >= backoff.longest } ?? false
    failureCount = hasKeptWorking ? 1 : failureCount + 1
    if let pause = failure.retryAfter, let account {
      for (other, end) in pauses where end <= now { pauses[other] = nil }
      pauses[account] = now + Backoff.delay(afterPause: pause, using: &generator)
    }
    guard !failure.isFinal else { return nil }
    let pause = pause(for: account, at: now)
    let isReplaced = failure.retryAfter != nil && !keepsBackoff
    let delay =
      isReplaced ? pause : max(backoff.delay(afterFailures: failureCount, using: &generator), pause)
    retry = now + delay
    return delay
  }

  /// Whether the request under way had no answer in time.
  public func hasTimedOut(at now: ContinuousClock.Instant) -> Bool {
    deadline.map { $0 <= now } ?? false
  }

  /// The failure of a request that had no answer in time.
  public var timeoutFailure: SourceFailure { SourceFailure(message: "no answer within \(timeout)") }
}

// MARK: - Retry-After

extension RequestQueue {
  /// Returns the time when the latest `Retry-After` for an account ends, or has ended.
  public func pauseEnd(for account: AccountID?) -> ContinuousClock.Instant? {
    account.flatMap { pauses[$0] }
  }

  /// Returns the time that the latest `Retry-After` still holds; zero without one.
  public func pause(for account: AccountID?, at now: ContinuousClock.Instant) -> Duration {
    pauseEnd(for: account).map { max(.zero, $0 - now) } ?? .zero
  }

  /// Whether a `Retry-After` holds.
  public func isPaused(for account: AccountID?, at now: ContinuousClock.Instant) -> Bool {
    pause(for: account, at: now) > .zero
  }

  /// Discards the `Retry-After` for an account.
  public mutating func endPause(for account: AccountID?) {
    if let account { pauses[account] = nil }
  }

  /// Discards each `Retry-After`.
  public mutating func endPauses() {
    pauses = [:]
  }
}
