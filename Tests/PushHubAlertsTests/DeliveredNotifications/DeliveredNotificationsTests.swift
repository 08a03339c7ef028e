import PushHub
import PushHubAlerts
import PushHubTesting
import Testing

@testable import TestSupport

final class DeliveredNotificationsTests: AppFixture {
  let app = SimulatedApp { $0.identification.account = account(under: "for") }
  private let center = ListedNotifications()
  private var delivered: DeliveredNotifications

  init() { delivered = DeliveredNotifications(center: center) }

  private func attach(
    _ change: (inout DeliveredNotifications.Configuration) -> Void = { _ in }
  ) async {
    var configuration = DeliveredNotifications.Configuration()
    change(&configuration)
    delivered = DeliveredNotifications(center: center, configuration: configuration)
    lifecycle.setPhase(.active)
    context.attach(delivered)
    await settle()
  }

  private func deliver(_ id: String, _ json: String) {
    center.notifications.append(
      DeliveredNotification(id: id, payload: payload(json), date: clock.date)
    )
  }

  private var shown: [String] { center.notifications.map(\.id) }

  @Test func `a focused page's notifications are removed, later ones when the user leaves it`()
    async
  {
    await attach()
    deliver("a", #"{"aps":{"target-content-id":"chat"}}"#)
    deliver("b", #"{"aps":{"target-content-id":"other"}}"#)
    lifecycle.pageAppeared("chat")
    await settle()
    #expect(shown == ["b"])
    deliver("c", #"{"aps":{"target-content-id":"chat"}}"#)
    lifecycle.pageDisappeared("chat")
    await settle()
    #expect(shown == ["b"])
    deliver("d", #"{"aps":{"target-content-id":"chat"}}"#)
    receive("m1")
    await settle()
    #expect(shown == ["b", "d"])
    #expect(delivered.count == 2)
  }

  @Test(
    arguments: [
      (.thread("t"), #"{"aps":{"thread-id":"t"}}"#),
      (.category("c"), #"{"aps":{"category":"c"}}"#),
      (.target("x"), #"{"aps":{"target-content-id":"x"}}"#),
      (.message("m7"), #"{"gcm.message_id":"m7"}"#),
      (.message("id"), #"{"aps":{}}"#),
      (.account("ann"), #"{"for":"ann"}"#),
      (.value("42", forKey: "order"), #"{"order":42}"#),
      (.value("a b", forKey: "order"), #"{"order":"a b"}"#),
    ] as [(NotificationSubject, String)]
  )
  func `a subject matches its notifications, and no others`(
    subject: NotificationSubject,
    json: String
  ) async {
    await attach()
    deliver("id", json)
    deliver("other", #"{"aps":{"alert":"Hi","thread-id":"x"},"order":{"a":1}}"#)
    delivered.remove([subject])
    await settle()
    #expect(shown == ["other"])
    delivered.remove([.all])
    await settle()
    #expect(shown.isEmpty)
  }

  @Test func `a push that wants a removal keeps the app awake while the list is read`() async {
    await attach()
    deliver("a", #"{"aps":{"thread-id":"t1"}}"#)
    deliver("b", #"{"gcm.message_id":"m2"}"#)
    deliver("c", #"{"aps":{"thread-id":"t3"}}"#)
    center.isSilent = true
    let push = #"{"aps":{"content-available":1},"remove":{"threads":["t1",3],"messages":["m2"]}}"#
    let payload = payload(push)
    var result: FetchResult?
    clock.perform { [manager] in
      result = await manager.deliver(payload)
    }
    await settle()
    #expect(result == nil)
    await wait(10)
    #expect(result == .failed)
    #expect(shown == ["a", "b", "c"])
    center.isSilent = false
    receive("m9")
    await settle()
    #expect(shown == ["c"])
  }

  @Test func `a sign-out removes notifications of the account, and of no known one`() async {
    await attach()
    lifecycle.setAccount("ann")
    deliver("a", #"{"for":"ann"}"#)
    deliver("n", #"{"aps":{}}"#)
    await settle()
    #expect(shown == ["a", "n"])
    lifecycle.setAccount("bob")
    pass(1)
    deliver("b", #"{"for":"bob"}"#)
    deliver("m", #"{"aps":{}}"#)
    await settle()
    #expect(shown == ["b", "m"])
    #expect(delivered.count == 2)
  }

  @Test func `a sign-out removes notifications, although the clock was set back`() async {
    lifecycle.setAccount("ann")
    await attach()
    deliver("n", #"{"aps":{}}"#)
    clock.jumpWallClock(by: .seconds(-3_600))
    lifecycle.setAccount(nil)
    deliver("m", #"{"aps":{}}"#)
    await settle()
    #expect(!shown.contains("n"))
  }

  @Test func `a silent center is logged, and read at the next opportunity`() async {
    center.isSilent = true
    await attach()
    var log: [DeliveredNotificationsEvent] = []
    delivered.log = { log.append($0) }
    await wait(3_600)
    #expect(log == [.noAnswer])
    #expect(center.listCount == 1)
    #expect(delivered.count == nil)
    #expect(clock.nextDeadline == nil)
  }

  @Test func `the list is read at phase changes, a push and a response`() async {
    await attach()
    #expect(center.listCount == 1)
    lifecycle.setPhase(.background)
    await settle()
    #expect(center.listCount == 2)
    lifecycle.setPhase(.active)
    await settle()
    #expect(center.listCount == 3)
    receive("m1")
    await settle()
    #expect(center.listCount == 4)
    open("m1")
    await settle()
    #expect(center.listCount == 5)
  }

  @Test func `a page and a push that names an account concern its notifications`() async {
    await attach()
    show("ann")
    deliver("a", #"{"for":"ann","aps":{"target-content-id":"chat","thread-id":"t"}}"#)
    deliver("b", #"{"for":"bob","aps":{"target-content-id":"chat","thread-id":"t"}}"#)
    deliver("n", #"{"aps":{"thread-id":"t"}}"#)
    lifecycle.pageAppeared("chat")
    await settle()
    #expect(shown == ["b", "n"])
    deliver("c", #"{"for":"ann","aps":{"thread-id":"t"}}"#)
    lifecycle.pageDisappeared("chat")
    receive(payload(#"{"for":"ann","remove":{"threads":["t"]}}"#))
    await settle()
    #expect(shown == ["b"])
  }

  @Test func `a push without an account removes a message of any, and all of the shown one`()
    async
  {
    await attach {
      $0.removal = { $0.payload["id"]?.stringValue.map { [.message($0)] } ?? [.all] }
    }
    show("ann")
    for (id, account) in [("a", "ann"), ("b", "bob"), ("c", "bob")] {
      deliver(id, #"{"for":"\#(account)"}"#)
    }
    receive(payload(#"{"id":"b"}"#))
    await settle()
    #expect(shown == ["a", "c"])
    receive(payload(#"{"other":1}"#))
    await settle()
    #expect(shown == ["c"])
    lifecycle.setAccounts(["ann", "bob"], shown: nil)
    receive(payload(#"{"other":2}"#))
    await settle()
    #expect(shown == ["c"])
  }

  @Test func `a push of the app's own form removes everything of its account`() async {
    await attach {
      $0.removal = { $0.payload["delete-all"]?.boolValue == true ? [.all] : [] }
    }
    show("ann")
    deliver("a", #"{"for":"ann","aps":{"thread-id":"t"}}"#)
    deliver("b", #"{"for":"bob","aps":{"thread-id":"t"}}"#)
    receive(payload(#"{"for":"ann","remove":{"threads":["t"]}}"#))
    await settle()
    #expect(shown == ["a", "b"])
    receive(payload(#"{"for":"ann","delete-all":true}"#))
    await settle()
    #expect(shown == ["b"])
  }

  @Test func `notifications of an account stay until it is known who is signed in`() async {
    await attach()
    deliver("a", #"{"for":"ann"}"#)
    lifecycle.setPhase(.background)
    await settle()
    #expect(shown == ["a"])
    lifecycle.setAccount("bob")
    lifecycle.setPhase(.active)
    await wait(9)
    #expect(shown == ["a"])
    await wait(1)
    #expect(shown.isEmpty)
    deliver("b", #"{"for":"ann"}"#)
    receive(payload(#"{"for":"ann"}"#))
    await clock.settle()
    #expect(shown.isEmpty)
  }

  @Test func `notifications of a former account go ten seconds after a start without one`()
    async
  {
    await attach()
    deliver("a", #"{"for":"ann"}"#)
    lifecycle.setAccount(nil)
    await wait(9)
    #expect(shown == ["a"])
    await wait(1)
    #expect(shown.isEmpty)
  }

  @Test func `a removal before attaching is made, and an unrelated event reads no list`()
    async
  {
    deliver("a", #"{"aps":{"thread-id":"t"}}"#)
    delivered.remove([.thread("t")])
    context.attach(delivered)
    await wait(1)
    #expect(shown.isEmpty)
    let count = center.listCount
    lifecycle.screenshotTaken()
    await settle()
    #expect(center.listCount == count)
  }

  @Test func `what is of an account that is signed in and not shown stays`() async {
    await attach()
    deliver("1", #"{"aps":{},"for":"bob"}"#)
    deliver("2", #"{"aps":{}}"#)
    for account in ["ann", "bob", "ann"] as [AccountID] {
      show(account)
      await settle()
    }
    #expect(center.removed.isEmpty)
    lifecycle.setAccounts(["ann"], shown: "ann")
    await settle()
    #expect(center.removed == [["1"]])
    lifecycle.setAccounts(["bob"], shown: "bob")
    await settle()
    #expect(center.removed == [["1"], ["2"]])
  }
}
