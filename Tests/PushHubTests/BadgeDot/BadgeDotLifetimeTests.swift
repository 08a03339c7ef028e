import Observation
import PushHub
import Testing

@testable import PushHubObservers

/// The dot in an app: its listener, its state, attaching and letting go.
@MainActor
struct BadgeDotLifetimeTests {
  let app = BadgeDotApp()

  @Test func `the dot comes with a new notification and goes with reading it`() async {
    await app.start()
    await app.report(1, 2, 3, 4)
    #expect(app.badge?.isShown == true)
    app.badge?.markRead()
    #expect(app.log == [.dot("list", isShown: true), .dot("list", isShown: false)])
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
    #expect(next == app.scheduler.now + .seconds(1))
    await app.advance(by: .seconds(1))
    #expect(app.badge?.isListening == true)
    #expect(app.badge?.nextAttempt == nil)
  }

  @Test func `the present state is read on attaching`() async {
    app.lifecycle.setAccount("ann")
    app.lifecycle.setPhase(.active)
    app.lifecycle.pageAppeared("list")
    app.storeMark(.upTo(.numbered(1)), of: "ann")
    app.attach()
    await app.scheduler.settle()
    await app.report(1, 2)
    #expect(app.badge?.isShown == false)
    #expect(app.storedMark(of: "ann") == .upTo(.numbered(2)))
  }

  @Test func `a subscription that waits does not keep settling waiting`() async {
    await app.start()
    await app.scheduler.settle()
    #expect(app.listener.accounts == ["ann"])
    #expect(app.scheduler.pendingCount == 0)
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

  @Test func `a listener that just ends is attached again too`() async {
    await app.start()
    app.listener.streams.last?.finish()
    await app.scheduler.settle()
    #expect(app.state?.failure == "The listener ended.")
    await app.advance(by: .seconds(1))
    #expect(app.listener.accounts.count == 2)
  }

  @Test func `a return to the foreground attaches at once`() async {
    await app.start()
    app.lifecycle.setPhase(.background)
    await app.fail()
    app.lifecycle.setPhase(.active)
    await app.scheduler.settle()
    #expect(app.listener.accounts.count == 2)
    await app.advance(by: .seconds(60))
    #expect(app.listener.accounts.count == 2)
  }

  @Test func `the listener is let go on sign-out`() async {
    await app.start()
    await app.report(4)
    app.lifecycle.setAccount(nil)
    #expect(app.state == BadgeDotState())
    await app.scheduler.settle()
    await app.report(5)
    #expect(app.state == BadgeDotState())
    #expect(app.log == [.dot("list", isShown: true), .dot("list", isShown: false)])
    #expect(app.scheduler.pendingCount == 0)
  }

  @Test func `another account has a listener and a mark of its own`() async {
    await app.start()
    await app.report(4)
    app.lifecycle.setAccount("bob")
    await app.scheduler.settle()
    app.listener.streams.first?.send([.numbered(9)])
    await app.report(1)
    #expect(app.listener.accounts == ["ann", "bob"])
    #expect(app.storedMark(of: "ann") == .upTo(.numbered(3)))
    #expect(app.storedMark(of: "bob") == .upTo(.numbered(1)))
  }

  @Test func `a subscription cancelled before it began does not reach the source`() async {
    app.attach()
    app.lifecycle.setAccount("ann")
    app.lifecycle.setAccount("bob")
    await app.scheduler.settle()
    #expect(app.listener.accounts == ["bob"])
  }

  @Test func `a detached dot shows nothing and hears nothing`() async {
    await app.start()
    await app.report(4)
    app.detach()
    #expect(app.state == BadgeDotState())
    await app.scheduler.settle()
    await app.report(5)
    app.lifecycle.setAccount("bob")
    app.badge?.refresh()
    app.badge?.markRead(upTo: .numbered(9))
    await app.scheduler.settle()
    #expect(app.state == BadgeDotState())
    #expect(app.listener.accounts == ["ann"])
    app.attach()
    await app.scheduler.settle()
    #expect(app.listener.accounts == ["ann", "bob"])
  }

  @Test func `a dot that is let go lets go of its listener`() async {
    await app.start()
    let badge = WeakBox(app.badge)
    app.letBadgeGo()
    #expect(!badge.isAlive)
    await app.scheduler.settle()
    #expect(app.scheduler.pendingCount == 0)
  }

  @Test func `a dot that is let go before its next try leaves no alarm behind`() async {
    await app.start()
    await app.fail()
    #expect(app.scheduler.pendingCount == 1)
    app.letBadgeGo()
    #expect(await eventually { app.scheduler.pendingCount == 0 })
  }

  @Test func `what is done from inside the log has its turn after the present`() async {
    await app.start()
    app.onLog = { [unowned app] entry in
      if entry == .dot("list", isShown: true) {
        app.badge?.markRead()
        #expect(app.state?.isShown == true)
      }
    }
    await app.report(4)
    #expect(app.log == [.dot("list", isShown: true), .dot("list", isShown: false)])
  }

  @Test func `marks that can't be read now are a first run, told and left as they are`() async {
    let app = BadgeDotApp(store: BrokenStore())
    await app.start()
    #expect(app.state?.isKnown == true)
    #expect(app.state?.isShown == false)
    app.lifecycle.setAccount("bob")
    #expect(app.log.contains { if case .storeFailed = $0 { true } else { false } })
  }

  @Test func `only changes are observed`() async throws {
    await app.start()
    let badge = try #require(app.badge)
    let count = Holder(0)
    app.onLog = { _ in count.value += 1 }
    let told = ObservedChange(of: { badge.state })
    await app.report(1, 2)
    #expect(!told.happened)
    await app.report(4)
    #expect(told.happened)
    #expect(count.value == 1)
  }

  // MARK: - Marks

  @Test func `what an extension has read puts the dot out on return`() async {
    await app.start()
    await app.report(3, 4)
    app.lifecycle.setPhase(.background)
    app.storeMark(.numbered(4), of: "ann")
    #expect(app.state?.isShown == true)
    app.lifecycle.setPhase(.active)
    #expect(app.state?.isShown == false)
    #expect(app.badge?.readMark == .numbered(4))
  }

  @Test func `a mark is set back by hand, and an account forgotten, attached or not`() async {
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
    #expect(app.storedMark(of: "bob") == nil)
  }

  @Test func `a sheet over the list keeps the dot and the mark`() async {
    await app.start()
    app.lifecycle.pageAppeared("list")
    app.lifecycle.overlayAdded()
    await app.report(4)
    #expect(app.state?.isShown == true)
    #expect(app.storedMark(of: "ann") == .numbered(3))
    app.lifecycle.overlayRemoved()
    #expect(app.state?.isShown == false)
  }

  @Test func `an account that is set before the phase is listened to once`() async {
    app.attach()
    app.lifecycle.setAccount("ann")
    app.lifecycle.setPhase(.inactive)
    app.lifecycle.setPhase(.active)
    await app.scheduler.settle()
    #expect(app.listener.accounts == ["ann"])
  }

  private final class BrokenStore: Store {
    struct Failure: Error {}

    func load() throws -> [String: ReadMark]? { throw Failure() }
    func save(_ value: [String: ReadMark]) {
      Issue.record("What can't be read now is overwritten.")
    }
  }
}
