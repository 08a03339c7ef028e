import Foundation
import PushHub
import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

/// A callback of the sync may call it at once, from inside.
@MainActor
struct UnreadSyncReentrancyTests {
  let app = UnreadSyncApp()

  @Test func `a sign-out from inside a change comes after it, and stops what would follow`()
    async throws
  {
    await app.startAtHome()
    app.onLog = { [unowned app] in
      if $0 == .count(count: 4) { app.lifecycle.setAccount(nil) }
    }
    try app.receive("m1")
    await app.source.waitForCall(2)
    try app.receive("m2")
    await app.answer(4)
    #expect(app.source.askers == ["ann", "ann"])
    #expect(app.postedCounts == [4, 0])
    #expect(app.state == .signedOut)
    #expect(
      app.log == [.sync(reason: .push), .count(count: 4), .sync(reason: .push), .count(count: 0)]
    )
  }

  @Test func `a detachment as a request begins keeps it from the source`() async throws {
    await app.startAtHome()
    app.onLog = { [unowned app] in
      if $0 == .sync(reason: .push) { app.detach() }
    }
    try app.receive("m1")
    await app.settle()
    #expect(app.source.askers == ["ann"])
    #expect(app.state == UnreadState())
  }
}
