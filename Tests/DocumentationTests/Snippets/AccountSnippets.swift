import Foundation
import PushHub
import PushHubObservers
import PushHubReplay
import PushHubTesting
import Testing

@testable import TestSupport

/// The code of the article on accounts.
@MainActor
struct AccountSnippets {
  @Test func `a tap shows the account of the push first`() async throws {
    var configuration = NotificationManager.Configuration()
    configuration.identification.account = { payload in
      payload["account"]?.stringValue.map(AccountID.init(rawValue:))
    }

    let app = SimulatedApp { $0 = configuration }
    let session = Accounts(lifecycle: app.lifecycle)
    let navigation = Navigation()

    let router = TapRouter(showing: session.show) { push, _ in
      navigation.open(push.payload["link"]?.stringValue)
    }

    try app.host.install(router, named: "taps")
    app.manager.open(try payload(#"{"aps":{"alert":"Hi"},"account":"bob","link":"chat/7"}"#))
    await app.clock.settle()
    #expect(session.shown == "bob")
    #expect(navigation.links == ["chat/7"])
  }

  @Test func `a sign-out discards what is pending for the account`() throws {
    let app = SimulatedApp()
    let session = Session(lifecycle: app.lifecycle, restored: "ann")
    app.manager.open(try payload(#"{"aps":{"alert":"Hi"}}"#))
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

@MainActor
final class Accounts {
  private(set) var all: Set<AccountID> = ["ann", "bob"]
  private(set) var shown: AccountID? = "ann"
  private let lifecycle: AppLifecycle

  init(lifecycle: AppLifecycle) {
    self.lifecycle = lifecycle
    lifecycle.setAccounts(all, shown: shown)
  }

  func show(_ account: AccountID) {
    shown = account
    lifecycle.setAccounts(all, shown: shown)
  }

  func signOut(_ account: AccountID) {
    all.remove(account)
    if shown == account { shown = all.first }
    lifecycle.setAccounts(all, shown: shown)
  }
}

// MARK: - What the article leaves to the app

@MainActor
private final class Navigation {
  private(set) var links: [String?] = []

  func open(_ link: String?) -> Bool {
    links.append(link)
    return true
  }
}
