import PushHub

/// An error of a source that says what to do next.
///
/// Logs tell an error's type, domain and code; of one that is a `LoggableError` too, its description.
public protocol RetryAdvice: Error {
  /// How long the server wants to be left alone before the next try; zero or less says nothing.
  ///
  /// More than a day is taken for a day. The next try comes a random time later, so that a fleet that
  /// was turned away in one moment does not come back in one.
  var retryAfter: Duration? { get }

  /// Whether trying again is pointless until the user has signed in again.
  var isFinal: Bool { get }
}

/// What the decision to try again needs to know of an error.
struct SourceFailure: Error, Hashable {
  /// The longest wish that is believed; a server that says more means well, or nonsense.
  static let longestWish = Duration.seconds(86_400)

  /// What logs say of it.
  let message: String

  /// From more than zero up to a day.
  let retryAfter: Duration?

  let isFinal: Bool

  init(message: String, retryAfter: Duration? = nil, isFinal: Bool = false) {
    self.message = message
    self.retryAfter = retryAfter.flatMap { $0 > .zero ? min($0, Self.longestWish) : nil }
    self.isFinal = isFinal
  }

  init(_ error: any Error) {
    let advice = error as? any RetryAdvice
    self.init(
      message: error.logDescription,
      retryAfter: advice?.retryAfter,
      isFinal: advice?.isFinal ?? false
    )
  }
}

/// Until when servers want to be left alone, by account.
///
/// A server's wish outlives a stay of another account: it is kept for the ``maximumCount`` accounts
/// whose times end last.
struct QuietTimes: Hashable, Sendable {
  /// For how many accounts a time is kept.
  static let maximumCount = 8

  private var ends: [AccountID: ContinuousClock.Instant] = [:]

  /// When an account's time ends, or has ended.
  subscript(account: AccountID?) -> ContinuousClock.Instant? {
    account.flatMap { ends[$0] }
  }

  /// Whether the server wants to be left alone by an account.
  func isQuiet(for account: AccountID?, at now: ContinuousClock.Instant) -> Bool {
    self[account].map { now < $0 } ?? false
  }

  /// How much is left of an account's time; zero without any.
  func remainder(for account: AccountID?, at now: ContinuousClock.Instant) -> Duration {
    self[account].map { max(.zero, $0 - now) } ?? .zero
  }

  /// Notes until when the server wants to be left alone by an account.
  mutating func note(
    until end: ContinuousClock.Instant,
    for account: AccountID,
    at now: ContinuousClock.Instant
  ) {
    ends[account] = nil
    ends = ends.filter { $0.value > now }
    if ends.count >= Self.maximumCount,
      let first = ends.min(by: { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) })
    {
      ends[first.key] = nil
    }
    ends[account] = end
  }

  /// Notes that the server does not want that of an account any more.
  mutating func forget(_ account: AccountID?) {
    if let account {
      ends[account] = nil
    }
  }
}
