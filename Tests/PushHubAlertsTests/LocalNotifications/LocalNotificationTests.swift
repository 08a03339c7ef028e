import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubAlerts
@testable import TestSupport

final class LocalNotificationTests: LocalNotificationApp {
  @Test func `a notification is given to the system once, at its time`() async throws {
    await launch()
    await schedule("a", after: 90)
    #expect(system.takeLog() == ["pending", "add a"])
    let request = try #require(system.held["pushhub.local.a"])
    #expect(request.date == clock.date + 90)
    await comeBack()
    #expect(system.takeLog() == ["pending"])
  }

  @Test func `a reminder replaces the one with its id, and an equal one nothing`() async {
    await launch()
    let date = clock.date + 60
    for body in ["first", "second", "second"] {
      notifications.schedule(
        LocalNotification(id: "a", body: body, trigger: .at(date)),
        isBoundToAccount: false
      )
      await settle()
    }
    #expect(system.takeLog() == ["pending", "add a", "add a"])
    #expect(system.held.values.map(\.notification.body) == ["second"])
    notifications.cancel(["a", "unknown"])
    await settle()
    #expect(system.takeLog() == ["remove a"])
    #expect(notifications.scheduled == [])
  }

  @Test func `a reminder is canceled when its account signs out, not when another one is shown`()
    async
  {
    await launch(as: "ann")
    await schedule("a", isBound: true)
    for accounts in [["ann", "bob"], ["bob"]] as [Set<AccountID>] {
      #expect(notifications.scheduled.map(\.id) == ["a"])
      lifecycle.setAccounts(accounts, shown: "bob")
      await settle()
    }
    #expect(notifications.scheduled.isEmpty)
  }

  @Test func `a reminder belongs to the account that its payload names`() async {
    await launch()
    show("ann")
    notifications.schedule(
      LocalNotification(
        id: "a",
        body: "text",
        trigger: .after(.seconds(60)),
        userInfo: ["for": "bob"]
      )
    )
    await settle()
    lifecycle.setAccounts(["bob"], shown: "bob")
    await settle()
    #expect(system.ids == ["a"])
    lifecycle.setAccounts([], shown: nil)
    await settle()
    #expect(system.ids == [])
  }

  @Test func `a reminder is canceled ten seconds after a start without an account`() async {
    await launch(as: "ann")
    await schedule("a", isBound: true)
    await launch()
    lifecycle.setPhase(.active)
    lifecycle.setAccounts([], shown: nil)
    await wait(9)
    #expect(system.ids == ["a"])
    await wait(1)
    #expect(system.ids == [])
  }

  @Test func `a time that is past, or never comes, is logged`() async {
    await launch()
    for (id, trigger) in [
      ("past", LocalNotification.Trigger.at(clock.date - 1)),
      ("now", .at(clock.date)),
      ("once", .calendar(DateComponents(year: 2_000, month: 1, day: 1), repeats: true)),
      ("never", .calendar(DateComponents(month: 2, day: 31), repeats: true)),
      ("hour", .calendar(DateComponents(hour: 25), repeats: true)),
    ] {
      notifications.schedule(
        LocalNotification(id: id, body: "", trigger: trigger),
        isBoundToAccount: false
      )
    }
    #expect(
      log == [
        .neverShown(id: "past"), .neverShown(id: "now"), .neverShown(id: "once"),
        .neverShown(id: "never"),
        .neverShown(id: "hour"),
      ]
    )
  }

  @Test func `the earliest have the places, and others follow as places are free`() async {
    leavePlaces(2)
    await launch()
    await schedule("c", after: 300)
    await schedule("b", after: 200)
    await schedule("a", after: 100)
    #expect(system.ids == ["a", "b"])
    pass(101)
    await comeBack()
    #expect(notifications.scheduled.map(\.id) == ["b", "c"])
    #expect(system.held["pushhub.local.c"] != nil)
  }

  @Test func `a push of another account cancels nothing`() async {
    await launch(as: "ann")
    await schedule("a", isBound: true, cancelledBy: [.value("placed", forKey: "order")])
    show("ann")
    for account in ["bob", "ann"] {
      let push = payload(#"{"for":"\#(account)","order":"placed"}"#)
      receive(push)
      await settle()
      #expect(system.ids == (account == "bob" ? ["a"] : []))
    }
  }

  @Test func `a push that makes one pointless cancels it, and no other`() async {
    await launch()
    await schedule("a", cancelledBy: [.value("placed", forKey: "order")])
    await schedule("b", cancelledBy: [.message("m1"), .message("m2")])
    await schedule("c")
    receive(payload(#"{"aps":{},"order":"kept"}"#))
    await settle()
    #expect(system.held.count == 3)
    receive(payload(#"{"aps":{},"order":"placed"}"#))
    receive(payload(#"{"aps":{},"gcm.message_id":"m2"}"#))
    await settle()
    #expect(system.ids == ["c"])
    #expect(log == [.mooted(id: "a"), .mooted(id: "b")])
  }

  @Test func `a bound reminder goes with its account, once that is known`()
    async
  {
    await launch()
    await schedule("early", isBound: true)
    #expect(log == [.noAccount(id: "early")])
    lifecycle.setAccount("ann")
    await schedule("own", isBound: true)
    await schedule("all")
    await launch()
    #expect(Set(system.ids) == ["own", "all"])
    lifecycle.setAccount("ann")
    lifecycle.setAccount(nil)
    await settle()
    #expect(system.ids == ["all"])
  }

  @Test func `a system that never answers costs its time, and the next occasion asks again`() async
  {
    await launch()
    system.isSilent = true
    await schedule("a")
    await schedule("b")
    #expect(system.takeLog() == ["pending", "add a"])
    pass(10)
    #expect(log == [.failed(error: "no answer within 10.0 seconds")])
    system.isSilent = false
    await comeBack()
    #expect(Set(system.ids) == ["a", "b"])
  }

  @Test func `one that repeats stays, and is scheduled again if it is removed outside`() async {
    await launch()
    await schedule("daily", .calendar(.init(hour: 9), repeats: true))
    pass(3 * 86_400)
    await comeBack()
    #expect(system.takeLog() == ["pending", "add daily", "pending"])
    try? await system.removePending(["pushhub.local.daily"])
    await comeBack()
    #expect(system.ids == ["daily"])
  }

  @Test func `everything survives the process`() async {
    await launch()
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
    await schedule(notification)
    await launch()
    #expect(notifications.scheduled == [notification])
    #expect(system.takeLog() == ["pending", "add a", "pending"])
  }

  @Test func `a store that can't be read cancels unknown notifications`() async {
    await launch()
    await schedule("a")
    store.isDamaged = true
    await launch()
    #expect(system.ids == [])
    #expect(log.count == 1)
  }

  @Test func `who is signed in while the store is locked is whom it is for`() async {
    store.failsToLoad = true
    await launch()
    await schedule("nobody's", isBound: true)
    lifecycle.setAccount("ann")
    await schedule("hers", isBound: true)
    lifecycle.setAccount("bob")
    await schedule("his", isBound: true)
    store.failsToLoad = false
    await comeBack()
    #expect(system.ids == ["his"])
    #expect(log.contains(.noAccount(id: "nobody's")))
    #expect(log.last == .signedOut(id: "hers"))
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
