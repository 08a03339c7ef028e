/// The accounts that have signed out, also while the app was not running.
///
/// At a start without an account, the app may find its session a moment later. An account counts as signed out
/// when another one is signed in, or ten seconds after the app was active without any.
///
/// A core of scope ``FeatureScope/app`` that removes what belongs to an account keeps this value, follows every turn
/// with it, and has its ``deadline`` among its own.
public struct SignedOutAccounts: Equatable, Sendable {
  private static let pause = Duration.seconds(10)

  /// The time from which the accounts are known; `nil` before the app was active, and after it has come.
  public private(set) var deadline: ContinuousClock.Instant?
  private var areKnown = false

  /// Creates a value for a core that begins.
  public init() {}

  /// Follows the accounts and the phase of a turn.
  public mutating func follow(in turn: FeatureTurn<some FeatureCore>) {
    guard !areKnown, let accounts = turn.lifecycle.accounts else { return }
    if turn.lifecycle.phase == .active { deadline = deadline ?? turn.now + Self.pause }
    areKnown = !accounts.isEmpty || deadline.map { $0 <= turn.now } ?? false
    if areKnown { deadline = nil }
  }

  /// Returns whether an account has signed out.
  public func contains(_ account: AccountID?, in turn: FeatureTurn<some FeatureCore>) -> Bool {
    areKnown && account.map(turn.lifecycle.isSignedOut) ?? false
  }
}
