import Observation
import PushHub
import PushHubNetworking
import PushHubTesting
import Testing

@testable import PushHubObservers
@testable import TestSupport

/// The dot in an app: its listener, its state, attaching and deallocation.
@MainActor
struct BadgeDotLifetimeTests {
  private let store = FailingStore(["ann": ReadMark.numbered(2)])
  let app = BadgeDotApp()

  @Test func `the dot comes with a new notification and goes with reading it`() async {
    await app.start()
    await app.report(1, 2, 3, 4)
    #expect(app.badge?.isShown == true)
    app.badge?.markRead()
    #expect(app.log == [.dot(node: "list", shown: true), .dot(node: "list", shown: false)])
    #expect(app.storedMark(of: "ann") == .upTo(.numbered(4)))
  }

  @Test func `the newest, the mark and the listener can be read`() async throws {
    #expect(app.badge?.newest == nil)
    #expect(app.badge?.readMark == nil)
    #expect(app.badge?.isListening == false)
    await app.start()
    await app.report(1, 2, 3, 4)
    #expect(app.badge?.newest == .numbered(4))
    #expect(app.badge?.readMark == .upTo(.numbered(3)))
    #expect(app.badge?.isListening == true)
    #expect(app.badge?.nextAttempt == nil)
    await app.fail()
    #expect(app.badge?.isListening == false)
    let next = try #require(app.badge?.nextAttempt)
    #expect(next == app.clock.now + .seconds(1))
    await app.wait(1)
    #expect(app.badge?.isListening == true)
    #expect(app.badge?.nextAttempt == nil)
  }

  @Test func `the present state is read on attaching`() async {
    app.lifecycle.setAccount("ann")
    app.lifecycle.setPhase(.active)
    app.lifecycle.pageAppeared("list")
    app.storeMark(.upTo(.numbered(1)), of: "ann")
    app.attach()
    await app.settle()
    await app.report(1, 2)
    #expect(app.badge?.isShown == false)
    #expect(app.storedMark(of: "ann") == .upTo(.numbered(2)))
  }

  @Test func `an error keeps the dot, and the listener is attached again`() async {
    await app.start()
    await app.report(4)
    await app.fail()
    #expect(app.state?.isShown == true)
    #expect(app.state?.failure == "down")
    await app.advance(by: .seconds(1) - .nanoseconds(1))
    #expect(app.listener.accounts.count == 1)
    await app.advance(by: .nanoseconds(1))
    #expect(app.listener.accounts.count == 2)
    await app.report(3)
    #expect(app.state?.isShown == false)
  }

  @Test func `a source that reports no list fails after the configured time, and is asked again`()
    async
  {
    let app = BadgeDotApp(
      configuration: BadgeDot.Configuration(listPage: "list", listTimeout: .seconds(5))
    )
    app.lifecycle.setAccount("ann")
    app.attach()
    await app.settle()
    #expect(app.badge?.nextAttempt == nil)
    await app.wait(5)
    #expect(app.state?.failure == "no answer within 5.0 seconds")
    #expect(app.badge?.nextAttempt == app.clock.now + .seconds(1))
    await app.wait(1)
    await app.report(1)
    #expect(app.state?.isKnown == true)
    #expect(app.listener.streams.count == 2)
  }

  @Test(arguments: [Duration.seconds(Int64.min), .zero, .nanoseconds(1), .seconds(Int64.max)])
  func `every duration is moved into bounds`(duration: Duration) {
    let made = BadgeDot.Configuration(
      listPage: "list",
      listTimeout: duration
    )
    let day = Duration.seconds(86_400)
    #expect((.seconds(1)...day).contains(made.listTimeout))
  }

  @Test func `a listener that just ends is attached again too`() async {
    await app.start()
    app.listener.streams.last?.finish()
    await app.settle()
    #expect(app.state?.failure == "The listener ended.")
    await app.wait(1)
    #expect(app.listener.accounts.count == 2)
  }

  @Test func `the listener ends on sign-out`() async {
    await app.start()
    await app.report(4)
    app.lifecycle.setAccount(nil)
    #expect(app.state == BadgeDotState())
    await app.settle()
    await app.report(5)
    #expect(app.state == BadgeDotState())
    #expect(app.log == [.dot(node: "list", shown: true), .dot(node: "list", shown: false)])
    #expect(app.clock.pendingCount == 0)
  }

  @Test func `another account has a listener and a mark of its own`() async {
    await app.start()
    await app.report(4)
    app.lifecycle.setAccount("bob")
    await app.settle()
    app.listener.streams.first?.send([.numbered(9)])
    await app.report(1)
    #expect(app.listener.accounts == ["ann", "bob"])
    #expect(app.storedMark(of: "ann") == .upTo(.numbered(3)))
    #expect(app.storedMark(of: "bob") == .upTo(.numbered(1)))
  }

  @Test func `a subscription canceled before it began does not reach the source`() async {
    app.attach()
    app.lifecycle.setAccount("ann")
    app.lifecycle.setAccount("bob")
    await app.settle()
    #expect(app.listener.accounts == ["bob"])
  }

  @Test func `a detached dot shows nothing and receives nothing`() async {
    await app.start()
    await app.report(4)
    app.detach()
    #expect(app.state == BadgeDotState())
    await app.settle()
    await app.report(5)
    app.lifecycle.setAccount("bob")
    app.badge?.refresh()
    app.badge?.markRead(upTo: .numbered(9))
    await app.settle()
    #expect(app.state == BadgeDotState())
    #expect(app.listener.accounts == ["ann"])
    app.attach()
    await app.settle()
    #expect(app.listener.accounts == ["ann", "bob"])
    #expect(app.badge?.readMark == nil)
  }

  @Test func `a dot that is deallocated before its retry leaves nothing scheduled`() async {
    await app.start()
    await app.fail()
    #expect(app.clock.pendingCount == 1)
    app.letBadgeGo()
    #expect(await eventually { app.clock.pendingCount == 0 })
  }

  @Test func `what is done from inside the log has its turn after the present`() async {
    await app.start()
    app.onLog = { [unowned app] entry in
      if entry == .dot(node: "list", shown: true) {
        app.badge?.markRead()
        #expect(app.state?.isShown == true)
      }
    }
    await app.report(4)
    #expect(app.log == [.dot(node: "list", shown: true), .dot(node: "list", shown: false)])
  }

  @Test func `each failure of the listener is logged, with the time of the next try`() async {
    await app.start()
    await app.fail()
    await app.wait(1)
    await app.fail()
    await app.wait(2)
    app.listener.streams.last?.finish(throwing: SourceFailure(message: "401", isFinal: true))
    await app.settle()
    #expect(
      app.log.map(\.message) == [
        "the listener failed: down; retrying in 1 s",
        "the listener failed: down; retrying in 2 s",
        "the listener failed: 401; there is no automatic retry",
      ]
    )
  }

  // MARK: - A store that fails

  @Test func `marks that can't be read now are not known, and left as they are`() async {
    let app = BadgeDotApp(store: store)
    store.failsToLoad = true
    app.lifecycle.setAccount("ann")
    app.attach()
    #expect(app.badge?.badge.isKnown == false)
    #expect(app.log.contains { $0.name == "storeFailed" })
    store.failsToLoad = false
    await app.wait(10)
    await app.report(1, 2, 3)
    #expect(app.state?.isKnown == true)
    #expect(app.state?.isShown == true)
    #expect(store.value == ["ann": .numbered(2)])
    #expect(store.saveCount == 0)
  }

  @Test func `a mark that could not be saved still holds for its account`() async {
    let app = BadgeDotApp(store: store)
    await app.start()
    store.failsToSave = true
    app.badge?.markRead()
    app.lifecycle.setAccount(nil)
    app.lifecycle.setAccount("ann")
    await app.settle()
    await app.report(1, 2, 3)
    #expect(app.state?.isShown == false)
    await app.report(1, 2, 3, 4)
    #expect(app.state?.isShown == true)
  }

  @Test func `a mark that could not be saved does not come back after its account is forgotten`()
    async
  {
    let app = BadgeDotApp(store: store)
    await app.start()
    store.failsToSave = true
    app.badge?.markRead()
    app.detach()
    store.failsToSave = false
    app.badge?.forget("ann")
    app.attach()
    await app.settle()
    #expect(store.value == [:])
    #expect(app.badge?.readMark == nil)
  }

  // MARK: - Marks

  @Test func `a mark is set back by hand, and an account forgotten, shown or not`() async {
    await app.start()
    app.badge?.setMark(.numbered(1))
    #expect(app.state?.isShown == true)
    #expect(app.storedMark(of: "ann") == .numbered(1))
    app.badge?.forget("ann")
    #expect(app.state == BadgeDotState())
    #expect(app.storedMark(of: "ann") == nil)
    app.storeMark(.numbered(1), of: "bob")
    app.detach()
    app.badge?.forget("bob")
    app.attach()
    #expect(app.storedMark(of: "bob") == nil)
  }
}
