import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubObservers
@testable import TestSupport

/// The dot in an app: its listener, its state, attaching and deallocation.
final class BadgeDotLifetimeTests: BadgeDotApp {
  @Test func `the dot comes with a new notification and goes with reading it`() async {
    await start()
    await report(1, 2, 3, 4)
    #expect(badge.isShown)
    badge.markRead()
    #expect(log == [.dot(node: "list", shown: true), .dot(node: "list", shown: false)])
    #expect(storedMark(of: "ann") == .upTo(.numbered(4)))
  }

  @Test func `the newest, the mark and the listener can be read`() async throws {
    #expect(badge.newest == nil)
    #expect(badge.readMark == nil)
    #expect(!badge.isListening)
    await start()
    await report(1, 2, 3, 4)
    #expect(badge.newest == .numbered(4))
    #expect(badge.readMark == .upTo(.numbered(3)))
    #expect(badge.isListening)
    #expect(badge.nextAttempt == nil)
    await fail()
    #expect(!badge.isListening)
    let next = try #require(badge.nextAttempt)
    #expect(next == clock.now + .seconds(1))
    await wait(1)
    #expect(badge.isListening)
    #expect(badge.nextAttempt == nil)
  }

  @Test func `the present state is read on attaching`() async {
    lifecycle.setAccount("ann")
    lifecycle.setPhase(.active)
    lifecycle.pageAppeared("list")
    storeMark(.upTo(.numbered(1)), of: "ann")
    attach()
    await settle()
    await report(1, 2)
    #expect(!badge.isShown)
    #expect(storedMark(of: "ann") == .upTo(.numbered(2)))
  }

  @Test func `an error keeps the dot, and the listener is attached again`() async {
    await start()
    await report(4)
    await fail()
    #expect(state.isShown)
    #expect(state.failure == "down")
    await advance(by: .seconds(1) - .nanoseconds(1))
    #expect(listener.accounts.count == 1)
    await advance(by: .nanoseconds(1))
    #expect(listener.accounts.count == 2)
    await report(3)
    #expect(!state.isShown)
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
    #expect(app.badge.nextAttempt == nil)
    await app.wait(5)
    #expect(app.state.failure == "no answer within 5.0 seconds")
    #expect(app.badge.nextAttempt == app.clock.now + .seconds(1))
    await app.wait(1)
    await app.report(1)
    #expect(app.state.isKnown)
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
    await start()
    listener.streams.last?.finish()
    await settle()
    #expect(state.failure == "The listener ended.")
    await wait(1)
    #expect(listener.accounts.count == 2)
  }

  @Test func `the listener ends on sign-out`() async {
    await start()
    await report(4)
    lifecycle.setAccount(nil)
    #expect(state == BadgeDotState())
    await settle()
    await report(5)
    #expect(state == BadgeDotState())
    #expect(log == [.dot(node: "list", shown: true), .dot(node: "list", shown: false)])
    #expect(clock.pendingCount == 0)
  }

  @Test func `another account has a listener and a mark of its own`() async {
    await start()
    await report(4)
    lifecycle.setAccount("bob")
    await settle()
    listener.streams.first?.send([.numbered(9)])
    await report(1)
    #expect(listener.accounts == ["ann", "bob"])
    #expect(storedMark(of: "ann") == .upTo(.numbered(3)))
    #expect(storedMark(of: "bob") == .upTo(.numbered(1)))
  }

  @Test func `a subscription canceled before it began does not reach the source`() async {
    attach()
    lifecycle.setAccount("ann")
    lifecycle.setAccount("bob")
    await settle()
    #expect(listener.accounts == ["bob"])
  }

  @Test func `a detached dot shows nothing and receives nothing`() async {
    await start()
    await report(4)
    detach()
    #expect(state == BadgeDotState())
    await settle()
    await report(5)
    lifecycle.setAccount("bob")
    badge.refresh()
    badge.markRead(upTo: .numbered(9))
    await settle()
    #expect(state == BadgeDotState())
    #expect(listener.accounts == ["ann"])
    attach()
    await settle()
    #expect(listener.accounts == ["ann", "bob"])
    #expect(badge.readMark == nil)
  }

  @Test func `a dot deallocated before its retry leaves nothing scheduled`() async {
    var dot: BadgeDotApp? = BadgeDotApp()
    let app = dot?.app
    await dot?.start()
    await dot?.fail()
    #expect(app?.clock.pendingCount == 1)
    dot = nil
    #expect(await eventually { app?.clock.pendingCount == 0 })
  }

  @Test func `what is done from inside the log has its turn after the present`() async {
    await start()
    onLog = { [unowned self] entry in
      if entry == .dot(node: "list", shown: true) {
        badge.markRead()
        #expect(state.isShown)
      }
    }
    await report(4)
    #expect(log == [.dot(node: "list", shown: true), .dot(node: "list", shown: false)])
  }

  @Test func `each failure of the listener is logged, with the time of the next try`() async {
    await start()
    await fail()
    await wait(1)
    await fail()
    await wait(2)
    listener.streams.last?.finish(throwing: SourceFailure(message: "401", isFinal: true))
    await settle()
    #expect(
      log.map(\.message) == [
        "the listener failed: down; retrying in 1 s",
        "the listener failed: down; retrying in 2 s",
        "the listener failed: 401; there is no automatic retry",
      ]
    )
  }

  // MARK: - A store that fails

  @Test func `unreadable marks are unknown, and left as they are`() async {
    storeMark(.numbered(2), of: "ann")
    store.failsToLoad = true
    lifecycle.setAccount("ann")
    attach()
    #expect(!badge.badge.isKnown)
    #expect(log.contains { $0.name == "storeFailed" })
    store.failsToLoad = false
    await wait(10)
    await report(1, 2, 3)
    #expect(state.isKnown)
    #expect(state.isShown)
    #expect(store.value == ["ann": .numbered(2)])
    #expect(store.saveCount == 0)
  }

  @Test func `an unsaved mark still holds for its account`() async {
    storeMark(.numbered(2), of: "ann")
    await start()
    store.failsToSave = true
    badge.markRead()
    lifecycle.setAccount(nil)
    lifecycle.setAccount("ann")
    await settle()
    await report(1, 2, 3)
    #expect(!state.isShown)
    await report(1, 2, 3, 4)
    #expect(state.isShown)
  }

  @Test func `an unsaved mark does not outlive its forgotten account`()
    async
  {
    storeMark(.numbered(2), of: "ann")
    await start()
    store.failsToSave = true
    badge.markRead()
    detach()
    store.failsToSave = false
    badge.forget("ann")
    attach()
    await settle()
    #expect(store.value == [:])
    #expect(badge.readMark == nil)
  }

  // MARK: - Marks

  @Test func `a mark is set back by hand, and an account forgotten, shown or not`() async {
    await start()
    badge.setMark(.numbered(1))
    #expect(state.isShown)
    #expect(storedMark(of: "ann") == .numbered(1))
    badge.forget("ann")
    #expect(state == BadgeDotState())
    #expect(storedMark(of: "ann") == nil)
    storeMark(.numbered(1), of: "bob")
    detach()
    badge.forget("bob")
    attach()
    #expect(storedMark(of: "bob") == nil)
  }

  @Test func `the end of a subscription that was replaced is not recorded`() async {
    let probe = LatestProbe()
    context.attach(probe)
    attach()
    lifecycle.setPhase(.active)
    lifecycle.setAccount("ann")
    await settle()
    await report(1)
    badge.refresh()
    await settle()
    await report(1, 2)
    #expect(listener.accounts == ["ann", "ann"])
    #expect(probe.reports == ["1", "1 2"])
  }
}

/// Writes down what the listener is recorded to have reported.
private final class LatestProbe: PushPlugin, FeatureRecordObserver {
  private(set) var reports: [String] = []

  func receive(_ record: any FeatureRecord, of name: String?, at date: Date?) {
    guard let latest = record as? LatestNotifications else { return }
    switch latest.result {
    case .success(let cursors):
      reports.append(cursors.map(\.order.text).joined(separator: " "))
    case .failure(let error): reports.append(error.message)
    }
  }
}
