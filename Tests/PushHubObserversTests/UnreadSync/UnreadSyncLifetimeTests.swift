import PushHub
import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

/// Accounts, attaching, detaching and releasing, with requests under way.
@MainActor
struct UnreadSyncLifetimeTests {
  private let app = UnreadSyncApp()

  // MARK: - Accounts

  @Test func `sign-out shows zero and cancels the source's task`() async throws {
    await app.startAtHome()
    try app.receive("m1")
    await app.source.waitForCall(2)
    app.lifecycle.setAccount(nil)
    #expect(app.state == .signedOut)
    #expect(app.postedCounts == [0])
    await app.source.waitForCancellation()
    #expect(app.source.cancelledCalls == [2])
    await app.settle()
    #expect(app.log == [.sync(reason: .push), .count(count: 0)])
    #expect(app.clock.pendingCount == 0)
    app.detach()
    #expect(app.state == UnreadState())
  }

  @Test func `a request canceled before it began does not reach the source`() async throws {
    await app.startAtHome()
    try app.receive("m1")
    app.lifecycle.setAccount(nil)
    await app.settle()
    #expect(app.source.askers == ["ann"])
  }

  @Test(arguments: [true, false])
  func `a source that never returns does not stop the sync`(heedsCancellation: Bool) async throws {
    let app = UnreadSyncApp(heedsCancellation: heedsCancellation)
    await app.startAtHome()
    try app.receive("m1")
    await app.source.waitForCall(2)
    app.pass(60)
    #expect(app.state == UnreadState(count: 3, isStale: true))
    #expect(app.log.last == .failed(error: "no answer within 60.0 seconds", retryIn: .seconds(1)))
    await app.source.waitForCancellation()
    app.pass(1)
    await app.source.waitForCall(3)
    app.source.answer(9, call: 2)
    app.source.answer(4, call: 3)
    await app.settle()
    #expect(app.state == UnreadState(count: 4))
    #expect(app.reasons == [.push, .retry])
  }

  // MARK: - Detaching

  @Test func `a detached sync shows zero, cancels and asks nothing more`() async throws {
    await app.startAtHome()
    try app.receive("m1")
    await app.source.waitForCall(2)
    app.detach()
    #expect(app.state == UnreadState())
    #expect(app.postedCounts == [0])
    #expect(app.clock.pendingCount == 0)
    await app.source.waitForCancellation()
    try app.receive("m2")
    app.lifecycle.pageAppeared("mail")
    app.lifecycle.setAccount("bob")
    app.sync?.refresh()
    await app.wait(600)
    #expect(app.reasons == [.push])
    #expect(app.state == UnreadState())
  }

  @Test func `a sync that is deallocated leaves no alarm behind`() async {
    await app.startAtHome()
    #expect(app.clock.pendingCount == 1)
    app.letSyncGo()
    #expect(await eventually { app.clock.pendingCount == 0 })
  }

  @Test func `attached again, it starts from what is true`() async {
    await app.startAtHome()
    app.detach()
    app.pass(600)
    app.attach()
    await app.answer(5)
    #expect(app.log == [.count(count: 0), .sync(reason: .account), .count(count: 5)])
  }

  @Test func `attached again, it knows no wish of the server's any more`() async throws {
    await app.startAtHome()
    app.lifecycle.pageDisappeared("home")
    try app.receive("m1")
    await app.fail(ControlledSource.Failure(retryAfter: .seconds(90)))
    app.detach()
    app.attach()
    try app.receive("m2")
    #expect(app.reasons == [.push, .push])
    await app.answer(4)
    #expect(app.state == UnreadState(count: 4))
  }

  // MARK: - Deallocation

  @Test func `a request under way does not keep the sync alive, and is canceled`() async throws {
    await app.startAtHome()
    try app.receive("m1")
    await app.source.waitForCall(2)
    let box = WeakBox(app.sync)
    app.letSyncGo()
    #expect(!box.isAlive)
    await app.source.waitForCancellation()
    await app.settle()
    #expect(app.source.cancelledCalls == [2])
  }

  @Test func `the streams of a sync that is gone end`() async throws {
    await app.startAtHome()
    let states = try #require(app.sync?.states)
    app.letSyncGo()
    var seen: [UnreadState] = []
    for await state in states {
      seen.append(state)
    }
    #expect(seen == [UnreadState(count: 3)])
  }
}
