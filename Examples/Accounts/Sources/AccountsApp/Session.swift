public import AccountsShared
public import Foundation
public import Observation
public import PushHub
public import PushHubBackend

/// The accounts that are signed in, and the one whose pages are shown.
@MainActor
@Observable
public final class Session {
  /// The accounts that are signed in: those that have a key.
  public private(set) var accounts: Set<AccountID> = []

  /// The account whose pages are shown.
  public private(set) var shown: AccountID?

  private let lifecycle: AppLifecycle
  private let keyring: any Keyring

  /// Restores the session at a launch.
  public init(shown: AccountID?, lifecycle: AppLifecycle, keyring: any Keyring) {
    (self.shown, self.lifecycle, self.keyring) = (shown, lifecycle, keyring)
    restore()
    lifecycle.add(self)
  }

  /// Before the first unlock the keys can't be read: no accounts are set then, so that none counts as signed out.
  private func restore() {
    guard let accounts = try? keyring.accounts() else { return }
    self.accounts = Set(accounts)
    if !accounts.contains(where: { $0 == shown }) { shown = accounts.min() }
    report()
  }

  /// Signs an account in beside those that are, and shows it.
  public func signIn(_ account: AccountID, key: Data) throws {
    try keyring.add(key, for: account)
    accounts.insert(account)
    shown = account
    report()
  }

  /// Shows another account; none signs out.
  public func show(_ account: AccountID) {
    guard accounts.contains(account) else { return }
    shown = account
    report()
  }

  /// Signs an account out, while its credentials are still there; the others stay.
  public func signOut(_ account: AccountID, from registration: DeviceRegistration) async {
    _ = await registration.signOff(account, within: .seconds(5))
    try? keyring.remove(account)
    accounts.remove(account)
    if shown == account { shown = accounts.min() }
    report()
  }

  private func report() { lifecycle.setAccounts(accounts, shown: shown) }
}

extension Session: LifecycleObserver {
  /// Reads the accounts that could not be read at the launch.
  public func receive(_ event: LifecycleEvent?, state: LifecycleState) {
    if state.accounts == nil, state.phase == .active { restore() }
  }
}
