import Foundation
import PushHubTesting
import Testing

@testable import PushHub
@testable import PushHubAlerts
@testable import TestSupport

/// The entries of several accounts, and of one after another.
final class PushInboxAccountTests: PushInboxApp {
  private static let named = PushIdentification(account: account(under: "for"))

  init() async {
    await super.init(identification: Self.named)
  }

  private func message(for account: String) -> PushPayload {
    payload(#"{"aps":{"alert":"To \#(account)"},"for":"\#(account)","gcm.message_id":"m1"}"#)
  }

  @Test func `one message id for two accounts makes two independent entries`()
    async throws
  {
    show("ann")
    for account in ["bob", "ann"] {
      receive(message(for: account))
    }
    try extend(message(for: "bob"), as: "r1")
    await comeBack()
    #expect(inbox.entries.map(\.body) == ["To ann"])
    #expect(inbox.unreadCounts == ["ann": 1, "bob": 1])
    let entry = try #require(inbox.entries.first)
    show("bob")
    inbox.open(entry)
    #expect(inbox.entries.map(\.body) == ["To bob"] && inbox.unreadCounts == ["bob": 1])
    inbox.markRead()
    #expect(inbox.unreadCounts == [:])
    lifecycle.setAccounts(["ann"], shown: "ann")
    await settle()
    #expect(inbox.entries.map(\.body) == ["To ann"])
    #expect(!text.contains("To bob"))
  }

  @Test func `a text that the extension has opened is that of the account in it`() async throws {
    show("ann")
    let host = ServiceExtensionHost(
      [
        .changing("open") { notification in
          notification.userInfo["for"] = "bob"
          notification.userInfo["chat"] = "c1"
          notification.body = "At six"
        },
        .inbox(InboxFolder(folder.url)),
      ],
      identification: Self.named,
      scheduler: { [clock] in clock }
    )
    let sealed = payload(#"{"aps":{"alert":"New"},"sealed":"…","gcm.message_id":"m1"}"#)
    var shown: PushPayload?
    host.process(ExtensionNotification(sealed, requestIdentifier: "r1", date: clock.date)) {
      shown = $0.payload
    }
    await settle()
    await comeBack()
    #expect(ids == [] && inbox.unreadCounts == ["bob": 1])
    manager.open(try #require(shown), requestIdentifier: "r1")
    show("bob")
    await settle()
    #expect(inbox.entries.map(\.body) == ["At six"] && unread == [])
    #expect(inbox.entries.map { $0.payload["chat"] } == ["c1"])
  }

  @Test(arguments: [true, false])
  func `a sealed push has one entry, of the account that the extension has learned`(
    isCallbackFirst: Bool
  ) async throws {
    show("ann")
    let sealed = payload(#"{"aps":{"alert":"New"},"sealed":"…","gcm.message_id":"m1"}"#)
    func receive() { manager.receive(sealed, via: .remote) }
    if isCallbackFirst { receive() }
    var opened = ExtensionNotification(sealed, requestIdentifier: "r1", date: clock.date)
    opened.userInfo["for"] = "bob"
    opened = ExtensionNotification(
      opened.payload,
      requestIdentifier: "r1",
      date: clock.date,
      identification: Self.named
    )
    opened.body = "At six"
    try InboxFolder(folder.url).append(opened)
    await comeBack()
    if !isCallbackFirst { receive() }
    #expect(ids == [] && inbox.unreadCounts?["bob"] == 1)
    show("bob")
    await comeBack()
    #expect(inbox.entries.map(\.body) == ["At six"] && files.count == 1)
  }

  @Test func `a sealed push for an account that is not signed in has no entry`() async {
    lifecycle.setAccounts(["ann"], shown: "ann")
    receive(TestSupport.message("m1"))
    #expect(ids == ["m1"])
    _ = await manager.present(message(for: "bob"))
    #expect(ids == [] && inbox.unreadCounts == [:])
  }

  @Test func `a tap before the extension's entry is read is one of its account's`() async throws {
    var opened = ExtensionNotification(
      TestSupport.message("m1"),
      requestIdentifier: "r1",
      date: clock.date
    )
    opened.account = "bob"
    try InboxFolder(folder.url).append(opened)
    show("ann")
    manager.open(TestSupport.message("m1"), requestIdentifier: "r1")
    #expect(ids == ["m1"])
    await comeBack()
    #expect(ids == [] && inbox.unreadCounts == [:])
    show("bob")
    #expect(ids == ["m1"])
  }

  @Test func `listed notifications of signed-out accounts are never counted`()
    async
  {
    let center = ListedNotifications()
    let app = await PushInboxApp(center: center, identification: Self.named)
    let (bob, date) = (message(for: "bob"), app.clock.date)
    center.notifications = [
      DeliveredNotification(id: "r1", payload: bob, date: date, body: "To bob")
    ]
    for seconds in [1.0, 10] {
      await app.comeBack()
      #expect(app.inbox.unreadCounts == [:])
      await app.wait(seconds)
    }
    #expect(app.files == [])
  }

  @Test func `an account that is missing at a launch counts as signed out after ten seconds`()
    async
  {
    receive(message(for: "ann"))
    await settle()
    let next = await PushInboxApp(in: folder, account: nil, identification: Self.named)
    #expect(next.files.count == 1)
    next.lifecycle.setAccount("bob")
    await next.wait(10)
    #expect(next.files == [])
    #expect(next.log.last == .emptied(count: 1))
  }

  @Test(arguments: [nil, -160.0])
  func `a notification from before an account's sign-in is not that account's`(
    delivered: Double?
  ) async {
    pass(100)
    lifecycle.setAccount("bob")
    await settle()
    let center = ListedNotifications()
    let next = await PushInboxApp(in: folder, clock: clock, center: center, account: "bob")
    let date = next.clock.date.addingTimeInterval(-60)
    center.notifications = [
      DeliveredNotification(id: "r1", payload: TestSupport.message("m1"), date: date)
    ]
    next.pass(100)
    await next.comeBack()
    #expect(next.ids == [])
    next.manager.open(
      TestSupport.message("m2"),
      deliveredAt: delivered.map { next.clock.date.addingTimeInterval($0) }
    )
    #expect(next.ids == [])
    _ = await next.manager.present(TestSupport.message("m3"), deliveredAt: next.clock.date)
    #expect(next.ids == ["m3"])
  }

  @Test func `a tap on a push that names its account is an entry of any date`() async {
    pass(100)
    lifecycle.setAccount("bob")
    manager.open(message(for: "bob"), deliveredAt: clock.date - 50)
    #expect(ids == ["m1"])
  }

  @Test func `a clock that was ahead by forty days deletes nothing`() async {
    receive(TestSupport.message("m1"))
    clock.jumpWallClock(by: .seconds(40 * 86_400))
    receive(TestSupport.message("m2"))
    await comeBack()
    let next = await PushInboxApp(in: folder)
    #expect(Set(next.ids) == ["m1", "m2"])
    #expect(next.inbox.entries.allSatisfy { $0.date <= next.clock.date })
  }
}
