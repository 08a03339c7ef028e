import Foundation
import PushHub
import PushHubObservers
import Testing

/// What is told by the sync may be answered at once, from inside.
@MainActor
struct UnreadSyncReentrancyTests {
  let app = UnreadSyncApp()

  @Test func `a sign-out from inside a change comes after it, and stops what would follow`()
    async throws
  {
    await app.startAtHome()
    app.onLog = { [unowned app] in
      if $0 == .count(4) { app.lifecycle.setAccount(nil) }
    }
    try app.push("m1")
    await app.source.waitForCall(2)
    try app.push("m2")
    await app.answer(4)
    #expect(app.source.askers == ["ann", "ann"])
    #expect(app.postedCounts == [4, 0])
    #expect(app.state == .signedOut)
    #expect(app.log == [.sync(.push), .count(4), .sync(.push), .count(0)])
  }

  @Test func `a detachment from inside a change comes after it`() async throws {
    await app.startAtHome()
    app.onLog = { [unowned app] in
      if $0 == .count(4) { app.detach() }
    }
    try app.push("m1")
    await app.answer(4)
    #expect(app.postedCounts == [4, 0])
    #expect(app.scheduler.pendingCount == 0)
    try app.push("m2")
    app.sync?.refresh()
    #expect(app.reasons == [.push])
  }

  @Test func `a detachment as a request begins keeps it from the source`() async throws {
    await app.startAtHome()
    app.onLog = { [unowned app] in
      if $0 == .sync(.push) { app.detach() }
    }
    try app.push("m1")
    await app.scheduler.settle()
    #expect(app.source.askers == ["ann"])
    #expect(app.state == UnreadState())
  }

  @Test func `an attachment from inside a change to other subjects follows those`() async throws {
    await app.startAtHome()
    let other = UnreadSyncApp()
    other.lifecycle.setAccount("bob")
    app.onLog = { [unowned app] in
      guard $0 == .count(4) else { return }
      app.detach()
      app.sync.map(other.context.attach)
    }
    try app.push("m1")
    await app.answer(4)
    #expect(app.scheduler.pendingCount == 0)
    #expect(app.postedCounts == [4, 0])
    try app.push("m2")
    #expect(app.reasons == [.push])
    try other.push("m3")
    await app.source.waitForCall(3)
    app.source.answer(7)
    await other.scheduler.settle()
    #expect(app.source.askers == ["ann", "ann", "bob"])
    #expect(app.state == UnreadState(count: 7))
  }

  @Test func `a refresh from inside a failure is a request after it`() async throws {
    await app.startAtHome()
    app.onLog = { [unowned app] in
      if case .failed = $0 { app.sync?.refresh() }
    }
    try app.push("m1")
    await app.source.waitForCall(2)
    app.source.fail()
    await app.source.waitForCall(3)
    #expect(app.log == [.sync(.push), .failed("503", retryIn: .seconds(1)), .sync(.request)])
    #expect(app.scheduler.nextDeadline == app.scheduler.now + .seconds(60))
    await app.answer(5)
    #expect(app.state == UnreadState(count: 5))
  }
}
