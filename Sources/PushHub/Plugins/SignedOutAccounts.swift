/// The accounts that have signed out, also while the app was not running.
///
/// An account that was signed in and isn't any more has signed out. One that is kept from a former launch may still
/// be among those that the app has not set yet: it counts as signed out ten seconds after the app was active with its
/// accounts set.
///
/// A core of scope ``FeatureScope/app`` that removes what belongs to an account keeps this value, follows every turn
/// with it, and has its ``deadline`` among its own.
public struct SignedOutAccounts: Equatable, Sendable {
  private static let pause = Duration.seconds(10)

  /// The time when the accounts that are kept and not signed in count as signed out; `nil` without any.
  public private(set) var deadline: ContinuousClock.Instant?

  /// The time from which the accounts are known.
  private var end: ContinuousClock.Instant?

  /// The accounts that were signed in since the launch.
  private var seen: Set<AccountID> = []

  /// Creates a value for a core that begins.
  public init() {}

  /// Follows the accounts and the phase of a turn.
  ///
  /// - Parameters:
  ///   - kept: The accounts to which something belongs.
  ///   - turn: The turn of the core.
  public mutating func follow(
    _ kept: some Sequence<AccountID>,
    in turn: FeatureTurn<some FeatureCore>
  ) {
    guard let accounts = turn.lifecycle.accounts else { return }
    seen.formUnion(accounts)
    if turn.lifecycle.phase == .active { end = end ?? turn.now + Self.pause }
    let isAwaited = kept.contains { !accounts.contains($0) && !contains($0, in: turn) }
    deadline = isAwaited ? end : nil
  }

  /// Returns whether an account has signed out.
  public func contains(_ account: AccountID?, in turn: FeatureTurn<some FeatureCore>) -> Bool {
    guard let account, turn.lifecycle.isSignedOut(account) else { return false }
    return seen.contains(account) || end.map { $0 <= turn.now } ?? false
  }
}
