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
  @Test func `a tap for another account is opened when that account signs in`() async throws {
    var configuration = NotificationManager.Configuration()
    configuration.identification.account = { payload in
      payload["account"]?.stringValue.map(AccountID.init(rawValue:))
    }

    let app = SimulatedApp { $0 = configuration }
    let session = Session(lifecycle: app.lifecycle, restored: "ann")
    let navigation = Navigation()

    let router = TapRouter { push, _ in
      if let account = push.account, account != session.account {
        navigation.offerSwitch(to: account)
        return false
      }
      return navigation.open(push.payload["link"]?.stringValue)
    }

    try app.host.install(router, named: "taps")
    app.manager.open(try payload(#"{"aps":{"alert":"Hi"},"account":"bob","link":"chat/7"}"#))
    await app.clock.settle()
    #expect(navigation.offered == "bob")
    #expect(navigation.links.isEmpty)
    session.signIn(as: "bob")
    await app.clock.settle()
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

// MARK: - What the article leaves to the app

@MainActor
private final class Navigation {
  private(set) var links: [String?] = []
  private(set) var offered: AccountID?

  func offerSwitch(to account: AccountID) {
    offered = account
  }

  func open(_ link: String?) -> Bool {
    links.append(link)
    return true
  }
}
