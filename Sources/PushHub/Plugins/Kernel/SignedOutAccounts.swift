/// The accounts that have signed out, also while the app was not running.
///
/// An account that was signed in and isn't any more has signed out. One that is kept from a former launch may still
/// be among those that the app has not set yet: it counts as signed out ten seconds after the app was active with its
/// accounts set.
struct SignedOutAccounts: Equatable {
  /// The time from which the accounts are known.
  private(set) var end: ContinuousClock.Instant?

  private var present: Set<AccountID>?

  /// The accounts that were signed in since the launch.
  private var seen: Set<AccountID> = []

  mutating func follow(_ lifecycle: LifecycleState, at now: ContinuousClock.Instant) {
    guard let accounts = lifecycle.accounts else { return }
    present = accounts
    seen.formUnion(accounts)
    if lifecycle.phase == .active { end = end ?? now + .seconds(10) }
  }

  func contains(_ account: AccountID, at now: ContinuousClock.Instant) -> Bool {
    isAbsent(account) && (seen.contains(account) || end.map { $0 <= now } ?? false)
  }

  /// The time when an account counts as signed out that doesn't yet, if there is one.
  func departure(
    of kept: @autoclosure () -> some Sequence<AccountID>,
    after now: ContinuousClock.Instant
  ) -> ContinuousClock.Instant? {
    end.flatMap { end in
      end > now && kept().contains { isAbsent($0) && !seen.contains($0) } ? end : nil
    }
  }

  private func isAbsent(_ account: AccountID) -> Bool {
    present.map { !$0.contains(account) } ?? false
  }
}
