import PushHub
import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

/// Accounts, attaching, detaching and releasing, with requests under way.
final class UnreadSyncLifetimeTests: UnreadSyncApp {
  // MARK: - Accounts

  @Test func `sign-out shows zero and cancels the source's task`() async {
    await startAtHome()
    receive("m1")
    await source.waitForCall(2)
    lifecycle.setAccount(nil)
    #expect(state == .signedOut)
    #expect(postedCounts == [0])
    await source.waitForCancellation()
    #expect(source.cancelledCalls == [2])
    await settle()
    #expect(log == [.sync(reason: .push), .count(count: 0)])
    #expect(clock.pendingCount == 0)
    detach()
    #expect(state == UnreadState())
  }

  @Test func `a request canceled before it began does not reach the source`() async {
    await startAtHome()
    receive("m1")
    lifecycle.setAccount(nil)
    await settle()
    #expect(source.askers == ["ann"])
  }

  @Test(arguments: [true, false])
  func `a source that never returns does not stop the sync`(heedsCancellation: Bool) async {
    let app = UnreadSyncApp(heedsCancellation: heedsCancellation)
    await app.startAtHome()
    app.receive("m1")
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

  @Test func `a detached sync shows zero, cancels and asks nothing more`() async {
    await startAtHome()
    receive("m1")
    await source.waitForCall(2)
    detach()
    #expect(state == UnreadState())
    #expect(postedCounts == [0])
    #expect(clock.pendingCount == 0)
    await source.waitForCancellation()
    receive("m2")
    lifecycle.pageAppeared("mail")
    lifecycle.setAccount("bob")
    sync.refresh()
    await wait(600)
    #expect(reasons == [.push])
    #expect(state == UnreadState())
  }

  @Test func `a sync that is deallocated leaves no alarm behind`() async {
    var fixture: UnreadSyncApp? = UnreadSyncApp()
    let app = fixture?.app
    await fixture?.startAtHome()
    #expect(app?.clock.pendingCount == 1)
    fixture = nil
    #expect(await eventually { app?.clock.pendingCount == 0 })
  }

  @Test func `attached again, it starts from what is true`() async {
    await startAtHome()
    detach()
    pass(600)
    attach()
    await answer(5)
    #expect(log == [.count(count: 0), .sync(reason: .account), .count(count: 5)])
  }

  @Test func `attached again, it knows no wish of the server's any more`() async {
    await startAtHome()
    lifecycle.pageDisappeared("home")
    receive("m1")
    await fail(Unavailable(retryAfter: .seconds(90)))
    detach()
    attach()
    receive("m2")
    #expect(reasons == [.push, .push])
    await answer(4)
    #expect(state == UnreadState(count: 4))
  }

  // MARK: - Deallocation

  @Test func `a request under way does not keep the sync alive, and is canceled`() async throws {
    var fixture: UnreadSyncApp? = UnreadSyncApp()
    let app = try #require(fixture?.app)
    let source = try #require(fixture?.source)
    await fixture?.startAtHome()
    app.receive("m1")
    await source.waitForCall(2)
    let box = WeakBox(fixture?.sync)
    fixture = nil
    #expect(!box.isAlive)
    await source.waitForCancellation()
    await app.settle()
    #expect(source.cancelledCalls == [2])
  }

  @Test func `the streams of a sync that is gone end`() async throws {
    var fixture: UnreadSyncApp? = UnreadSyncApp()
    await fixture?.startAtHome()
    let states = try #require(fixture?.sync.states)
    fixture = nil
    var seen: [UnreadState] = []
    for await state in states {
      seen.append(state)
    }
    #expect(seen == [UnreadState(count: 3)])
  }
}
