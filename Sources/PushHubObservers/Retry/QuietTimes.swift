import PushHub

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
