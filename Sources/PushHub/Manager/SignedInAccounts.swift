import Foundation

/// The accounts that are signed in, as far as the app has set them, and which pushes are theirs.
struct SignedInAccounts {
  /// The number of changes so far in which accounts signed out.
  typealias Session = Int

  private(set) var session: Session = 0

  /// The session that began with the latest sign-out of an account.
  private var signOuts: [AccountID: Session] = [:]

  /// The accounts that are signed in; `nil` until the app has set them.
  private(set) var all: Set<AccountID>?

  /// The account that is shown.
  private(set) var shown: AccountID?

  /// Whether the app has one account at a time, so that the user may sign another one in to respond to its push.
  private var hasOneAccount = false

  /// The time of each account's sign-in on this device; `nil` while the store can't be read.
  ///
  /// It outlives launches: setting the accounts at a launch is no sign-in, also of one after the other. That of the
  /// first account is the distant past.
  var signIns: [AccountID: Date]?

  private var clock = WallClock()
  private(set) var signedOut = SignedOutAccounts()

  /// Lets a sign-in in the future, which is that of a wrong clock, move with it.
  mutating func followClock(at now: ContinuousClock.Instant, date: Date) {
    guard let jump = clock.jump(at: now, date: date) else { return }
    signIns = signIns?.mapValues { $0 > date ? $0 + jump : $0 }
  }

  /// Records the accounts.
  ///
  /// - Returns: Whether they have changed.
  mutating func set(
    _ state: LifecycleState,
    at now: ContinuousClock.Instant,
    date: Date
  ) -> Bool {
    // One that has left and returns is new, but the next one after none may be the former.
    if all?.isEmpty == false { forgetSignIns(at: now) }
    signedOut.follow(state, at: now)
    defer { recordSignIns(at: now, date: date) }
    hasOneAccount = state.hasOneAccount
    guard all != state.accounts || shown != state.account else { return false }
    let leaving = (all ?? []).subtracting(state.accounts ?? [])
    if !leaving.isEmpty { session += 1 }
    for account in leaving { signOuts[account] = session }
    (all, shown) = (state.accounts, state.account)
    return true
  }

  /// Whether an account has signed out after a session began.
  func hasSignedOut(_ account: AccountID, since session: Session) -> Bool {
    signOuts[account].map { $0 > session } ?? false
  }

  private mutating func recordSignIns(at now: ContinuousClock.Instant, date: Date) {
    guard let former = signIns, let all, !all.isEmpty else { return }
    let new = former.isEmpty ? Date.distantPast : date
    forgetSignIns(at: now)
    for account in all where former[account] == nil { signIns?[account] = new }
  }

  private mutating func forgetSignIns(at now: ContinuousClock.Instant) {
    for account in (signIns ?? [:]).keys where signedOut.contains(account, at: now) {
      signIns?[account] = nil
    }
  }

  /// The account of a push whose payload names none: the one that is shown, unless the push was delivered
  /// before its sign-in.
  func owner(ofDelivery date: Date?, now: Date) -> AccountID? {
    shown.flatMap { isBefore(date, itsSignIn: $0, now: now) ? nil : $0 }
  }

  /// Whether a push may be delivered: its account is signed in, or it waits for the one that is shown next.
  func isSignedIn(_ push: Push, now: Date) -> Bool {
    guard let all else { return true }
    if let account = push.account { return all.contains(account) }
    return shown == nil || owner(ofDelivery: push.deliveredAt, now: now) != nil
  }

  /// Whether an account that isn't signed in may be set yet: the user signs it in to respond to its push, or the app
  /// that had it at the last launch sets one account after the other.
  func mayBeSet(_ account: AccountID, at now: ContinuousClock.Instant) -> Bool {
    hasOneAccount || signIns?[account] != nil && !signedOut.contains(account, at: now)
  }

  /// Whether a response waits until the app sets its account.
  func isAwaited(_ push: Push) -> Bool {
    !hasOneAccount && push.account.map { all?.contains($0) == false } ?? false
  }

  /// A sign-in that is still in the future is ignored.
  private func isBefore(_ delivery: Date?, itsSignIn account: AccountID, now: Date) -> Bool {
    guard let delivery, let signIn = signIns?[account] else { return false }
    return delivery < signIn && signIn <= now
  }
}
