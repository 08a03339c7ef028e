import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubAlerts
@testable import TestSupport

@MainActor
struct LocalNotificationTests {
  private let app = LocalNotificationApp()

  @Test func `a notification is given to the system once, at its time`() async throws {
    await app.launch()
    await app.schedule("a", after: 90)
    #expect(app.system.takeLog() == ["pending", "add a"])
    let request = try #require(app.system.held["pushhub.local.a"])
    #expect(request.date == app.clock.date + 90)
    await app.comeBack()
    #expect(app.system.takeLog() == ["pending"])
  }

  @Test func `one under the same id takes its place, and the same again says nothing`() async {
    await app.launch()
    let date = app.clock.date + 60
    for body in ["first", "second", "second"] {
      app.notifications.schedule(
        LocalNotification(id: "a", body: body, trigger: .at(date)),
        isBoundToAccount: false
      )
      await app.settle()
    }
    #expect(app.system.takeLog() == ["pending", "add a", "add a"])
    #expect(app.system.held.values.map(\.notification.body) == ["second"])
    app.notifications.cancel(["a", "unknown"])
    await app.settle()
    #expect(app.system.takeLog() == ["remove a"])
    #expect(app.notifications.scheduled == [])
  }

  @Test func `a reminder is canceled when its account signs out, not when another one is shown`()
    async
  {
    await app.launch(as: "ann")
    await app.schedule("a", isBound: true)
    for accounts in [["ann", "bob"], ["bob"]] as [Set<AccountID>] {
      #expect(app.notifications.scheduled.map(\.id) == ["a"])
      app.lifecycle.setAccounts(accounts, shown: "bob")
      await app.settle()
    }
    #expect(app.notifications.scheduled.isEmpty)
  }

  @Test func `a reminder belongs to the account that its payload names`() async {
    let app = LocalNotificationApp()
    await app.launch()
    app.lifecycle.setAccounts(["ann", "bob"], shown: "ann")
    app.notifications.schedule(
      LocalNotification(
        id: "a",
        body: "text",
        trigger: .after(.seconds(60)),
        userInfo: ["for": "bob"]
      )
    )
    await app.clock.settle()
    app.lifecycle.setAccounts(["bob"], shown: "bob")
    await app.clock.settle()
    #expect(app.system.ids == ["a"])
    app.lifecycle.setAccounts([], shown: nil)
    await app.clock.settle()
    #expect(app.system.ids == [])
  }

  @Test func `a reminder is canceled ten seconds after a start without an account`() async {
    await app.launch(as: "ann")
    await app.schedule("a", isBound: true)
    await app.launch()
    app.lifecycle.setPhase(.active)
    app.lifecycle.setAccounts([], shown: nil)
    await app.wait(9)
    #expect(app.system.ids == ["a"])
    await app.wait(1)
    #expect(app.system.ids == [])
  }

  @Test func `a time that is past, or never comes, is logged`() async {
    await app.launch()
    for (id, trigger) in [
      ("past", LocalNotification.Trigger.at(app.clock.date - 1)),
      ("now", .at(app.clock.date)),
      ("once", .calendar(DateComponents(year: 2_000, month: 1, day: 1), repeats: true)),
      ("never", .calendar(DateComponents(month: 2, day: 31), repeats: true)),
      ("hour", .calendar(DateComponents(hour: 25), repeats: true)),
    ] {
      app.notifications.schedule(
        LocalNotification(id: id, body: "", trigger: trigger),
        isBoundToAccount: false
      )
    }
    #expect(
      app.log == [
        .neverShown(id: "past"), .neverShown(id: "now"), .neverShown(id: "once"),
        .neverShown(id: "never"),
        .neverShown(id: "hour"),
      ]
    )
  }

  @Test func `the earliest have the places, and others follow as places are free`() async {
    let app = LocalNotificationApp(limit: 2)
    await app.launch()
    await app.schedule("c", after: 300)
    await app.schedule("b", after: 200)
    await app.schedule("a", after: 100)
    #expect(app.system.ids == ["a", "b"])
    app.pass(101)
    await app.comeBack()
    #expect(app.notifications.scheduled.map(\.id) == ["b", "c"])
    #expect(app.system.held["pushhub.local.c"] != nil)
  }

  @Test func `a push of another account cancels nothing`() async throws {
    await app.launch(as: "ann")
    await app.schedule("a", isBound: true, cancelledBy: [.value("placed", forKey: "order")])
    app.lifecycle.setAccounts(["ann", "bob"], shown: "ann")
    for account in ["bob", "ann"] {
      let push = try payload(#"{"for":"\#(account)","order":"placed"}"#)
      app.manager.receive(push, via: .remote)
      await app.settle()
      #expect(app.system.ids == (account == "bob" ? ["a"] : []))
    }
  }

  @Test func `a push that makes one pointless cancels it, and no other`() async throws {
    await app.launch()
    await app.schedule("a", cancelledBy: [.value("placed", forKey: "order")])
    await app.schedule("b", cancelledBy: [.message("m1"), .message("m2")])
    await app.schedule("c")
    app.manager.receive(try payload(#"{"aps":{},"order":"kept"}"#), via: .remote)
    await app.settle()
    #expect(app.system.held.count == 3)
    app.manager.receive(try payload(#"{"aps":{},"order":"placed"}"#), via: .remote)
    app.manager.receive(try payload(#"{"aps":{},"gcm.message_id":"m2"}"#), via: .remote)
    await app.settle()
    #expect(app.system.ids == ["c"])
    #expect(app.log == [.mooted(id: "a"), .mooted(id: "b")])
  }

  @Test func `one that is bound goes with its account, and not before it is known who that is`()
    async
  {
    await app.launch()
    await app.schedule("early", isBound: true)
    #expect(app.log == [.noAccount(id: "early")])
    app.lifecycle.setAccount("ann")
    await app.schedule("own", isBound: true)
    await app.schedule("all")
    await app.launch()
    #expect(Set(app.system.ids) == ["own", "all"])
    app.lifecycle.setAccount("ann")
    app.lifecycle.setAccount(nil)
    await app.settle()
    #expect(app.system.ids == ["all"])
  }

  @Test func `a system that never answers costs its time, and the next occasion asks again`() async
  {
    await app.launch()
    app.system.isSilent = true
    await app.schedule("a")
    await app.schedule("b")
    #expect(app.system.takeLog() == ["pending", "add a"])
    app.pass(10)
    #expect(app.log == [.failed(error: "no answer within 10.0 seconds")])
    app.system.isSilent = false
    await app.comeBack()
    #expect(Set(app.system.ids) == ["a", "b"])
  }

  @Test func `one that repeats stays, and is scheduled again if it is removed outside`() async {
    await app.launch()
    await app.schedule("daily", .calendar(.init(hour: 9), repeats: true))
    app.clock.advance(by: .seconds(3 * 86_400))
    await app.comeBack()
    #expect(app.system.takeLog() == ["pending", "add daily", "pending"])
    try? await app.system.removePending(["pushhub.local.daily"])
    await app.comeBack()
    #expect(app.system.ids == ["daily"])
  }

  @Test func `everything survives the process`() async throws {
    await app.launch()
    let notification = LocalNotification(
      id: "a",
      title: "T",
      subtitle: "S",
      body: "B",
      sound: "ping.caf",
      thread: "t",
      category: "c",
      trigger: .calendar(DateComponents(hour: 9, minute: 30), repeats: true),
      userInfo: ["big": 9_223_372_036_854_775_807, "list": [true, nil, "x"]],
      cancelledBy: [.message("m"), .value("7", forKey: "k")]
    )
    await app.schedule(notification)
    await app.launch()
    #expect(app.notifications.scheduled == [notification])
    #expect(app.system.takeLog() == ["pending", "add a", "pending"])
  }

  @Test func `a store that can't be read cancels unknown notifications`() async {
    await app.launch()
    await app.schedule("a")
    app.store.isDamaged = true
    await app.launch()
    #expect(app.system.ids == [])
    #expect(app.log.count == 1)
  }

  @Test func `who is signed in while the store is locked is whom it is for`() async {
    let store = FailingStore<LocalNotificationLedger>()
    store.failsToLoad = true
    let app = LocalNotificationApp(store: store)
    await app.launch()
    await app.schedule("nobody's", isBound: true)
    app.lifecycle.setAccount("ann")
    await app.schedule("hers", isBound: true)
    app.lifecycle.setAccount("bob")
    await app.schedule("his", isBound: true)
    store.failsToLoad = false
    await app.comeBack()
    #expect(app.system.ids == ["his"])
    #expect(app.log.contains(.noAccount(id: "nobody's")))
    #expect(app.log.last == .signedOut(id: "hers"))
  }

  @Test func `its payload has the shape of a push's`() {
    let notification = LocalNotification(
      id: "a",
      title: "T",
      body: "B",
      thread: "t",
      category: "order",
      trigger: .after(.seconds(1)),
      userInfo: ["order": "A-1", "aps": "mine"]
    )
    #expect(
      notification.payload == [
        "order": "A-1",
        "aps": [
          "alert": ["title": "T", "body": "B"], "category": "order", "thread-id": "t",
        ],
      ]
    )
    #expect(LocalNotification.id(inRequest: "pushhub.local.a") == "a")
    #expect(LocalNotification.id(inRequest: "a") == nil)
  }
}
