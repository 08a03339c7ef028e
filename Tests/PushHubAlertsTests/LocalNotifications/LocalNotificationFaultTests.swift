import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubAlerts
@testable import TestSupport

/// Stores and systems that fail, answer late or not at all, and attaching again.
final class LocalNotificationFaultTests: LocalNotificationApp {
  private func reminder(_ id: String, after seconds: Int = 600) -> LocalNotification {
    LocalNotification(id: id, body: "", trigger: .after(.seconds(seconds)))
  }

  @Test func `a background push is held until canceled reminders are gone`()
    async
  {
    await launch()
    await schedule("cart", after: 600, cancelledBy: [.value("placed", forKey: "order")])
    let later = SimulatedApp(clock: clock)
    let next = LocalNotifications(system: system, store: store)
    later.host.context.attach(next)
    let push = payload(#"{"aps":{"content-available":1},"order":"placed"}"#)
    #expect(await later.manager.deliver(push, via: .remote) == .noData)
    #expect(system.ids == [])
    let other = payload(#"{"aps":{"content-available":1},"order":"kept"}"#)
    #expect(await later.manager.deliver(other, via: .remote) == .noData)
  }

  @Test func `detached, it asks the system for nothing more and waits for no answer`() async {
    await launch()
    await schedule("a")
    _ = system.takeLog()
    context.detach(notifications)
    await settle()
    #expect(system.takeLog() == [])
    system.isSilent = true
    context.attach(notifications)
    await settle()
    #expect(system.takeLog() == ["pending"])
    context.detach(notifications)
    await settle()
    #expect(clock.pendingCount == 0)
    system.isSilent = false
    context.attach(notifications)
    await settle()
    #expect(system.takeLog() == ["pending"])
    #expect(log == [])
  }

  @Test func `attached again, it knows what was wanted meanwhile`()
    async throws
  {
    await launch(as: "ann")
    await schedule("hers", after: 900, isBound: true)
    await schedule("lost", after: 600)
    let context = context
    context.detach(notifications)
    #expect(notifications.scheduled == [])
    lifecycle.setAccount(nil)
    lifecycle.setAccount("bob")
    notifications.schedule(reminder("between", after: 300), isBoundToAccount: false)
    try await system.removePending(["pushhub.local.lost"])
    context.attach(notifications)
    await settle()
    #expect(Set(system.ids) == ["hers", "between", "lost"])
    await comeBack()
    await advance(by: .seconds(10))
    #expect(system.ids == ["between", "lost"])
    #expect(log == [.signedOut(id: "hers")])
    context.detach(notifications)
    lifecycle.setAccount(nil)
    context.attach(notifications)
    notifications.schedule(reminder("nobody's"))
    #expect(log.last == .noAccount(id: "nobody's"))
  }

  @Test func `wishes that wait for the store outlast a detachment`() async {
    store.failsToLoad = true
    await launch(as: "ann")
    await schedule("hers", isBound: true)
    await schedule("all")
    context.detach(notifications)
    lifecycle.setAccount(nil)
    store.failsToLoad = false
    context.attach(notifications)
    await settle()
    #expect(system.ids == ["all"])
    #expect(log.last == .noAccount(id: "hers"))
  }

  @Test func `unsaved wishes outlast a detachment`() async {
    await launch()
    store.failsToSave = true
    await schedule("a")
    context.detach(notifications)
    store.failsToSave = false
    context.attach(notifications)
    await settle()
    #expect(system.ids == ["a"])
    await launch()
    #expect(system.ids == ["a"])
  }

  @Test func `one that is bound while detached is refused, whose account is not known`() async {
    await launch(as: "ann")
    context.detach(notifications)
    notifications.schedule(reminder("hers"))
    context.attach(notifications)
    await settle()
    #expect(system.ids == [])
    #expect(log == [.noAccount(id: "hers")])
  }

  @Test func `one that is bound before it was ever attached is refused`() async {
    lifecycle.setAccount("ann")
    var log: [LocalNotificationsEvent] = []
    notifications.log = { log.append($0) }
    notifications.schedule(reminder("hers"))
    lifecycle.setAccount("bob")
    context.attach(notifications)
    await settle()
    #expect(system.ids == [])
    #expect(log == [.noAccount(id: "hers")])
  }

  @Test(arguments: [nil, "ann"] as [AccountID?])
  func `an observer that receives an account first schedules for it`(former: AccountID?) async {
    let lifecycle = lifecycle
    let notifications = LocalNotifications(system: system, store: store)
    let welcome = Welcome(notifications, reminder("welcome"))
    lifecycle.setAccount(former)
    lifecycle.add(welcome)
    context.attach(notifications)
    lifecycle.setAccount("bob")
    await settle()
    #expect(system.ids == ["welcome"])
  }

  @Test func `a reminder that is shown makes no reminder pointless`() async {
    await launch()
    let habit = LocalNotification(
      id: "run",
      body: "",
      trigger: .calendar(DateComponents(hour: 9), repeats: true),
      userInfo: ["habit": "run"],
      cancelledBy: [.value("run", forKey: "habit")]
    )
    await schedule(habit)
    let shown = payload(JSONValue.object(habit.payload).jsonText)
    manager.receive(shown, via: .present, requestIdentifier: "pushhub.local.run")
    await settle()
    #expect(notifications.scheduled == [habit])
    receive(payload(#"{"aps":{},"habit":"run"}"#))
    #expect(log == [.mooted(id: "run")])
  }

  @Test func `a wish is an occasion to read the store, and keeps its time`() async {
    store.failsToLoad = true
    await launch()
    let due = clock.date + 600
    await schedule("a", after: 600)
    await schedule("brief", after: 60)
    pass(300)
    store.failsToLoad = false
    await schedule("b", after: 6_000)
    #expect(system.ids == ["a", "b"])
    #expect(system.held["pushhub.local.a"]?.date == due)
    #expect(log.last == .missed(id: "brief"))
  }

  @Test func `who signs out while the store is locked leaves nothing behind`() async {
    await launch(as: "ann")
    await schedule("hers", isBound: true)
    store.failsToLoad = true
    await launch(as: "ann")
    lifecycle.setAccount(nil)
    store.failsToLoad = false
    await comeBack()
    #expect(system.ids == [])
    #expect(log.last == .signedOut(id: "hers"))
  }

  @Test func `an unwanted request that the system accepts late is removed`()
    async
  {
    await launch(as: "ann")
    system.isDeaf = true
    await schedule("hers", after: 600, isBound: true)
    system.isDeaf = false
    lifecycle.setAccount(nil)
    await wait(10)
    #expect(system.takeLog().last == "remove hers")
    #expect(system.ids == [])
  }

  @Test func `one that is refused keeps no place`() async {
    leavePlaces(1)
    await launch()
    system.refusedID = "a"
    await schedule("a", after: 60)
    await schedule("b", after: 600)
    await comeBack()
    #expect(system.ids == ["b"])
    system.refusedID = nil
    await comeBack()
    #expect(system.ids == ["a"])
  }
}

/// A feature that greets each account that signs in.
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
