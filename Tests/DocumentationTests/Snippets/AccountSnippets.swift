import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// The code of the article on accounts.
@MainActor
struct AccountSnippets {
  @Test func `a sign-out discards what is pending for the account`() {
    let app = SimulatedApp()
    let session = Session(lifecycle: app.lifecycle, restored: "ann")
    app.manager.open(payload(#"{"aps":{"alert":"Hi"}}"#))
    #expect(app.manager.statistics.waiting > 0)
    session.signOut()
    #expect(app.manager.statistics.waiting == 0)
  }
}

@MainActor
final class Session {
  private(set) var account: AccountID?
  private let lifecycle: AppLifecycle

  init(lifecycle: AppLifecycle, restored account: AccountID?) {
    self.lifecycle = lifecycle
    change(to: account)
  }

  func signIn(as account: AccountID) {
    change(to: account)
  }

  func signOut() {
    change(to: nil)
  }

  private func change(to account: AccountID?) {
    self.account = account
    lifecycle.setAccount(account)
  }
}
