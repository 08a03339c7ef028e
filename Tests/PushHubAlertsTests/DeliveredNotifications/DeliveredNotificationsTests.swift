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

  private func deliver(_ id: String, _ json: String) throws {
    center.notifications.append(
      DeliveredNotification(id: id, payload: try payload(json), date: clock.date)
    )
  }

  private var shown: [String] { center.notifications.map(\.id) }

  @Test func `a focused page's notifications are removed, later ones when the user leaves it`()
    async throws
  {
    await attach()
    try deliver("a", #"{"aps":{"target-content-id":"chat"}}"#)
    try deliver("b", #"{"aps":{"target-content-id":"other"}}"#)
    lifecycle.pageAppeared("chat")
    await settle()
    #expect(shown == ["b"])
    try deliver("c", #"{"aps":{"target-content-id":"chat"}}"#)
    lifecycle.pageDisappeared("chat")
    await settle()
    #expect(shown == ["b"])
    try deliver("d", #"{"aps":{"target-content-id":"chat"}}"#)
    try receive("m1")
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
  ) async throws {
    await attach()
    try deliver("id", json)
    try deliver("other", #"{"aps":{"alert":"Hi","thread-id":"x"},"order":{"a":1}}"#)
    delivered.remove([subject])
    await settle()
    #expect(shown == ["other"])
    delivered.remove([.all])
    await settle()
    #expect(shown.isEmpty)
  }

  @Test func `a push that wants a removal keeps the app awake while the list is read`() async throws
  {
    await attach()
    try deliver("a", #"{"aps":{"thread-id":"t1"}}"#)
    try deliver("b", #"{"gcm.message_id":"m2"}"#)
    try deliver("c", #"{"aps":{"thread-id":"t3"}}"#)
    center.isSilent = true
    let push = #"{"aps":{"content-available":1},"remove":{"threads":["t1",3],"messages":["m2"]}}"#
    let payload = try payload(push)
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
    try receive("m9")
    await settle()
    #expect(shown == ["c"])
  }

  @Test func `a sign-out removes notifications of the account, and of no known one`() async throws {
    await attach()
    lifecycle.setAccount("ann")
    try deliver("a", #"{"for":"ann"}"#)
    try deliver("n", #"{"aps":{}}"#)
    await settle()
    #expect(shown == ["a", "n"])
    lifecycle.setAccount("bob")
    pass(1)
    try deliver("b", #"{"for":"bob"}"#)
    try deliver("m", #"{"aps":{}}"#)
    await settle()
    #expect(shown == ["b", "m"])
    #expect(delivered.count == 2)
  }

  @Test func `a sign-out removes notifications, although the clock was set back`() async throws {
    lifecycle.setAccount("ann")
    await attach()
    try deliver("n", #"{"aps":{}}"#)
    clock.jumpWallClock(by: .seconds(-3_600))
    lifecycle.setAccount(nil)
    try deliver("m", #"{"aps":{}}"#)
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

  @Test func `the list is read at phase changes, a push and a response`() async throws {
    await attach()
    #expect(center.listCount == 1)
    lifecycle.setPhase(.background)
    await settle()
    #expect(center.listCount == 2)
    lifecycle.setPhase(.active)
    await settle()
    #expect(center.listCount == 3)
    try receive("m1")
    await settle()
    #expect(center.listCount == 4)
    try open("m1")
    await settle()
    #expect(center.listCount == 5)
  }

  @Test func `a page and a push that names an account concern its notifications`() async throws {
    await attach()
    show("ann")
    try deliver("a", #"{"for":"ann","aps":{"target-content-id":"chat","thread-id":"t"}}"#)
    try deliver("b", #"{"for":"bob","aps":{"target-content-id":"chat","thread-id":"t"}}"#)
    try deliver("n", #"{"aps":{"thread-id":"t"}}"#)
    lifecycle.pageAppeared("chat")
    await settle()
    #expect(shown == ["b", "n"])
    try deliver("c", #"{"for":"ann","aps":{"thread-id":"t"}}"#)
    lifecycle.pageDisappeared("chat")
    receive(try payload(#"{"for":"ann","remove":{"threads":["t"]}}"#))
    await settle()
    #expect(shown == ["b"])
  }

  @Test func `a push without an account removes a message of any, and all of the shown one`()
    async throws
  {
    await attach {
      $0.removal = { $0.payload["id"]?.stringValue.map { [.message($0)] } ?? [.all] }
    }
    show("ann")
    for (id, account) in [("a", "ann"), ("b", "bob"), ("c", "bob")] {
      try deliver(id, #"{"for":"\#(account)"}"#)
    }
    receive(try payload(#"{"id":"b"}"#))
    await settle()
    #expect(shown == ["a", "c"])
    receive(try payload(#"{"other":1}"#))
    await settle()
    #expect(shown == ["c"])
  }

  @Test func `a push of the app's own form removes everything of its account`() async throws {
    await attach {
      $0.removal = { $0.payload["delete-all"]?.boolValue == true ? [.all] : [] }
    }
    show("ann")
    try deliver("a", #"{"for":"ann","aps":{"thread-id":"t"}}"#)
    try deliver("b", #"{"for":"bob","aps":{"thread-id":"t"}}"#)
    receive(try payload(#"{"for":"ann","remove":{"threads":["t"]}}"#))
    await settle()
    #expect(shown == ["a", "b"])
    receive(try payload(#"{"for":"ann","delete-all":true}"#))
    await settle()
    #expect(shown == ["b"])
  }

  @Test func `notifications of an account stay until it is known who is signed in`() async throws {
    await attach()
    try deliver("a", #"{"for":"ann"}"#)
    lifecycle.setPhase(.background)
    await settle()
    #expect(shown == ["a"])
    lifecycle.setAccount("bob")
    lifecycle.setPhase(.active)
    await wait(9)
    #expect(shown == ["a"])
    await wait(1)
    #expect(shown.isEmpty)
    try deliver("b", #"{"for":"ann"}"#)
    receive(try payload(#"{"for":"ann"}"#))
    await clock.settle()
    #expect(shown.isEmpty)
  }

  @Test func `notifications of a former account go ten seconds after a start without one`()
    async throws
  {
    await attach()
    try deliver("a", #"{"for":"ann"}"#)
    lifecycle.setAccount(nil)
    await wait(9)
    #expect(shown == ["a"])
    await wait(1)
    #expect(shown.isEmpty)
  }

  @Test func `a removal before attaching is made, and an unrelated event reads no list`()
    async throws
  {
    try deliver("a", #"{"aps":{"thread-id":"t"}}"#)
    delivered.remove([.thread("t")])
    context.attach(delivered)
    await wait(1)
    #expect(shown.isEmpty)
    let count = center.listCount
    lifecycle.screenshotTaken()
    await settle()
    #expect(center.listCount == count)
  }

  @Test func `what is of an account that is signed in and not shown stays`() async throws {
    await attach()
    try deliver("1", #"{"aps":{},"for":"bob"}"#)
    try deliver("2", #"{"aps":{}}"#)
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
