import Foundation

/// The accounts that are signed in, as far as the app has set them, and which pushes are theirs.
struct SignedInAccounts {
  /// The number of changes so far in which accounts signed out.
  typealias Session = Int

  private(set) var session: Session = 0

  /// The session that began with the latest sign-out of an account.
  private var signOuts: [AccountID: Session] = [:]

  /// The app's state, which has the accounts that are signed in, and the one that is shown.
  private(set) var state = LifecycleState()

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
    let former = self.state
    if former.accounts?.isEmpty == false { forgetSignIns(at: now) }
    signedOut.follow(state, at: now)
    self.state = state
    recordSignIns(at: now, date: date)
    let leaving = (former.accounts ?? []).subtracting(state.accounts ?? [])
    if !leaving.isEmpty { session += 1 }
    for account in leaving { signOuts[account] = session }
    return former.accounts != state.accounts || former.account != state.account
  }

  /// Whether an account has signed out after a session began.
  func hasSignedOut(_ account: AccountID, since session: Session) -> Bool {
    signOuts[account].map { $0 > session } ?? false
  }

  private mutating func recordSignIns(at now: ContinuousClock.Instant, date: Date) {
    guard let former = signIns, let all = state.accounts, !all.isEmpty else { return }
    let new = former.isEmpty ? Date.distantPast : date
    forgetSignIns(at: now)
    for account in all where former[account] == nil { signIns?[account] = new }
  }

  private mutating func forgetSignIns(at now: ContinuousClock.Instant) {
    signIns = signIns?.filter { !signedOut.contains($0.key, at: now) }
  }

  /// The account of a push whose payload names none: the one that is shown, unless the push was delivered
  /// before its sign-in.
  ///
  /// A sign-in that is still in the future is ignored.
  func owner(ofDelivery date: Date?, now: Date) -> AccountID? {
    guard let account = state.account, let date, let signIn = signIns?[account]
    else { return state.account }
    return date < signIn && signIn <= now ? nil : account
  }

  /// Whether a push may be delivered: its account is signed in, or it waits for the one that is shown next.
  func isSignedIn(_ push: Push, now: Date) -> Bool {
    push.account.map { !state.isSignedOut($0) }
      ?? (state.account == nil || owner(ofDelivery: push.deliveredAt, now: now) != nil)
  }

  /// Whether an account that isn't signed in may be set yet: the user signs it in to respond to its push, or the app
  /// that had it at the last launch sets one account after the other.
  func mayBeSet(_ account: AccountID, at now: ContinuousClock.Instant) -> Bool {
    state.hasOneAccount || signIns?[account] != nil && !signedOut.contains(account, at: now)
  }

  /// Whether a response waits until the app sets its account.
  func isAwaited(_ push: Push) -> Bool {
    !state.hasOneAccount && push.account.map(state.isSignedOut) ?? false
  }
}
