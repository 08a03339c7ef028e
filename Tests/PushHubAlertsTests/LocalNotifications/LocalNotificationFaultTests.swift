import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubAlerts
@testable import TestSupport

/// Stores and systems that fail, answer late or not at all, and attaching again.
@MainActor
struct LocalNotificationFaultTests {
  private let app = LocalNotificationApp()
  private let store = FailingStore<LocalNotificationLedger>()

  private func reminder(_ id: String, after seconds: Int = 600) -> LocalNotification {
    LocalNotification(id: id, body: "", trigger: .after(.seconds(seconds)))
  }

  @Test func `a push in the background is held until what it makes pointless is gone`()
    async throws
  {
    await app.launch()
    await app.schedule("cart", after: 600, cancelledBy: [.value("placed", forKey: "order")])
    let later = SimulatedApp(clock: app.clock)
    let next = LocalNotifications(system: app.system, store: app.store)
    later.host.context.attach(next)
    let push = try payload(#"{"aps":{"content-available":1},"order":"placed"}"#)
    #expect(await later.manager.deliver(push, via: .remote) == .noData)
    #expect(app.system.ids == [])
    let other = try payload(#"{"aps":{"content-available":1},"order":"kept"}"#)
    #expect(await later.manager.deliver(other, via: .remote) == .noData)
  }

  @Test func `detached, it asks the system for nothing more and waits for no answer`() async {
    await app.launch()
    await app.schedule("a")
    _ = app.system.takeLog()
    app.context.detach(app.notifications)
    await app.settle()
    #expect(app.system.takeLog() == [])
    app.system.isSilent = true
    app.context.attach(app.notifications)
    await app.settle()
    #expect(app.system.takeLog() == ["pending"])
    app.context.detach(app.notifications)
    await app.settle()
    #expect(app.clock.pendingCount == 0)
    app.system.isSilent = false
    app.context.attach(app.notifications)
    await app.settle()
    #expect(app.system.takeLog() == ["pending"])
    #expect(app.log == [])
  }

  @Test func `it begins anew when it is attached again, and knows what was wanted between`()
    async throws
  {
    await app.launch(as: "ann")
    await app.schedule("hers", after: 900, isBound: true)
    await app.schedule("lost", after: 600)
    let context = app.context
    context.detach(app.notifications)
    #expect(app.notifications.scheduled == [])
    app.lifecycle.setAccount(nil)
    app.lifecycle.setAccount("bob")
    app.notifications.schedule(reminder("between", after: 300), isBoundToAccount: false)
    try await app.system.removePending(["pushhub.local.lost"])
    context.attach(app.notifications)
    await app.settle()
    #expect(Set(app.system.ids) == ["hers", "between", "lost"])
    await app.comeBack()
    await app.advance(by: .seconds(10))
    #expect(app.system.ids == ["between", "lost"])
    #expect(app.log == [.signedOut(id: "hers")])
    context.detach(app.notifications)
    app.lifecycle.setAccount(nil)
    context.attach(app.notifications)
    app.notifications.schedule(reminder("nobody's"))
    #expect(app.log.last == .noAccount(id: "nobody's"))
  }

  @Test func `what waits for the store is kept when it is detached and attached again`() async {
    store.failsToLoad = true
    let app = LocalNotificationApp(store: store)
    await app.launch(as: "ann")
    await app.schedule("hers", isBound: true)
    await app.schedule("all")
    app.context.detach(app.notifications)
    app.lifecycle.setAccount(nil)
    store.failsToLoad = false
    app.context.attach(app.notifications)
    await app.settle()
    #expect(app.system.ids == ["all"])
    #expect(app.log.last == .noAccount(id: "hers"))
  }

  @Test func `what could not be saved is kept when it is detached and attached again`() async {
    let app = LocalNotificationApp(store: store)
    await app.launch()
    store.failsToSave = true
    await app.schedule("a")
    app.context.detach(app.notifications)
    store.failsToSave = false
    app.context.attach(app.notifications)
    await app.settle()
    #expect(app.system.ids == ["a"])
    await app.launch()
    #expect(app.system.ids == ["a"])
  }

  @Test func `one that is bound while detached is refused, whose account is not known`() async {
    await app.launch(as: "ann")
    app.context.detach(app.notifications)
    app.notifications.schedule(reminder("hers"))
    app.context.attach(app.notifications)
    await app.settle()
    #expect(app.system.ids == [])
    #expect(app.log == [.noAccount(id: "hers")])
  }

  @Test func `one that is bound before it was ever attached is refused`() async {
    app.lifecycle.setAccount("ann")
    var log: [LocalNotificationsEvent] = []
    app.notifications.log = { log.append($0) }
    app.notifications.schedule(reminder("hers"))
    app.lifecycle.setAccount("bob")
    app.context.attach(app.notifications)
    await app.settle()
    #expect(app.system.ids == [])
    #expect(log == [.noAccount(id: "hers")])
  }

  @Test(arguments: [nil, "ann"] as [AccountID?])
  func `an observer that receives an account first schedules for it`(former: AccountID?) async {
    let lifecycle = app.lifecycle
    let notifications = LocalNotifications(system: app.system, store: app.store)
    let welcome = Welcome(notifications, reminder("welcome"))
    lifecycle.setAccount(former)
    lifecycle.add(welcome)
    app.context.attach(notifications)
    lifecycle.setAccount("bob")
    await app.settle()
    #expect(app.system.ids == ["welcome"])
  }

  @Test func `a reminder that is shown makes no reminder pointless`() async throws {
    await app.launch()
    let habit = LocalNotification(
      id: "run",
      body: "",
      trigger: .calendar(DateComponents(hour: 9), repeats: true),
      userInfo: ["habit": "run"],
      cancelledBy: [.value("run", forKey: "habit")]
    )
    await app.schedule(habit)
    let shown = try payload(JSONValue.object(habit.payload).jsonText)
    app.manager.receive(shown, via: .present, requestIdentifier: "pushhub.local.run")
    await app.settle()
    #expect(app.notifications.scheduled == [habit])
    app.manager.receive(try payload(#"{"aps":{},"habit":"run"}"#), via: .remote)
    #expect(app.log == [.mooted(id: "run")])
  }

  @Test func `a wish is an occasion to read the store, and its time is that of the wish`()
    async throws
  {
    store.failsToLoad = true
    let app = LocalNotificationApp(store: store)
    await app.launch()
    let due = app.clock.date + 600
    await app.schedule("a", after: 600)
    await app.schedule("brief", after: 60)
    app.pass(300)
    store.failsToLoad = false
    await app.schedule("b", after: 6_000)
    #expect(app.system.ids == ["a", "b"])
    #expect(app.system.held["pushhub.local.a"]?.date == due)
    #expect(app.log.last == .missed(id: "brief"))
  }

  @Test func `who signs out while the store is locked leaves nothing behind`() async {
    let app = LocalNotificationApp(store: store)
    await app.launch(as: "ann")
    await app.schedule("hers", isBound: true)
    store.failsToLoad = true
    await app.launch(as: "ann")
    app.lifecycle.setAccount(nil)
    store.failsToLoad = false
    await app.comeBack()
    #expect(app.system.ids == [])
    #expect(app.log.last == .signedOut(id: "hers"))
  }

  @Test func `a request that the system accepts too late is removed if it is no longer wanted`()
    async
  {
    await app.launch(as: "ann")
    app.system.isDeaf = true
    await app.schedule("hers", after: 600, isBound: true)
    app.system.isDeaf = false
    app.lifecycle.setAccount(nil)
    await app.wait(10)
    #expect(app.system.takeLog().last == "remove hers")
    #expect(app.system.ids == [])
  }

  @Test func `one that is refused keeps no place`() async {
    let app = LocalNotificationApp(limit: 1)
    await app.launch()
    app.system.refusedID = "a"
    await app.schedule("a", after: 60)
    await app.schedule("b", after: 600)
    await app.comeBack()
    #expect(app.system.ids == ["b"])
    app.system.refusedID = nil
    await app.comeBack()
    #expect(app.system.ids == ["a"])
  }
}

/// A feature that greets each account that signs in.
@MainActor
private final class Welcome: LifecycleObserver {
  private let notifications: LocalNotifications
  private let greeting: LocalNotification

  init(_ notifications: LocalNotifications, _ greeting: LocalNotification) {
    self.notifications = notifications
    self.greeting = greeting
  }

  func receive(_ event: LifecycleEvent?, state: LifecycleState) {
    if case .accountChanged(_?) = event { notifications.schedule(greeting) }
  }
}
