import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubAlerts
@testable import TestSupport

/// The entries of several accounts, and of one after another.
final class PushInboxAccountTests: PushInboxApp {
  private static let named = PushIdentification(account: account(under: "for"))

  private func message(for account: String) throws -> PushPayload {
    try payload(#"{"aps":{"alert":"To \#(account)"},"for":"\#(account)","gcm.message_id":"m1"}"#)
  }

  @Test func `one message id for two accounts makes two independent entries`()
    async throws
  {
    let app = await PushInboxApp(account: nil, identification: Self.named)
    app.show("ann")
    for account in ["bob", "ann"] {
      app.manager.receive(try message(for: account), via: .remote)
    }
    #expect(app.inbox.entries.map(\.body) == ["To ann"])
    #expect(app.inbox.unreadCounts == ["ann": 1, "bob": 1])
    app.show("bob")
    #expect(app.inbox.entries.map(\.body) == ["To bob"])
    app.inbox.markRead()
    #expect(app.inbox.unreadCounts == ["ann": 1])
    app.lifecycle.setAccounts(["ann"], shown: "ann")
    await app.settle()
    #expect(app.inbox.entries.map(\.body) == ["To ann"])
    #expect(!app.text.contains("To bob"))
  }

  @Test func `a text that the extension has opened is that of the account in it`() async throws {
    let app = await PushInboxApp(account: nil, identification: Self.named)
    app.show("ann")
    let host = ServiceExtensionHost(
      [
        .changing("open") { notification in
          notification.userInfo["for"] = "bob"
          notification.userInfo["chat"] = "c1"
          notification.body = "At six"
        },
        .inbox(InboxFolder(app.folder.url)),
      ],
      identification: Self.named,
      scheduler: { [clock = app.clock] in clock }
    )
    let sealed = try payload(#"{"aps":{"alert":"New"},"sealed":"…","gcm.message_id":"m1"}"#)
    var shown: PushPayload?
    host.process(ExtensionNotification(sealed, requestIdentifier: "r1", date: app.clock.date)) {
      shown = $0.payload
    }
    await app.settle()
    await app.comeBack()
    #expect(app.ids == [] && app.inbox.unreadCounts == ["bob": 1])
    app.manager.open(try #require(shown), requestIdentifier: "r1")
    app.show("bob")
    await app.settle()
    #expect(app.inbox.entries.map(\.body) == ["At six"] && app.unread == [])
    #expect(app.inbox.entries.map { $0.payload["chat"] } == ["c1"])
  }

  @Test(arguments: [true, false])
  func `a sealed push has one entry, of the account that the extension has learned`(
    isCallbackFirst: Bool
  ) async throws {
    let app = await PushInboxApp(account: nil, identification: Self.named)
    app.show("ann")
    let sealed = try payload(#"{"aps":{"alert":"New"},"sealed":"…","gcm.message_id":"m1"}"#)
    func receive() { app.manager.receive(sealed, via: .remote) }
    if isCallbackFirst { receive() }
    var opened = ExtensionNotification(sealed, requestIdentifier: "r1", date: app.clock.date)
    opened.userInfo["for"] = "bob"
    opened = ExtensionNotification(
      opened.payload,
      requestIdentifier: "r1",
      date: app.clock.date,
      identification: Self.named
    )
    opened.body = "At six"
    try InboxFolder(app.folder.url).append(opened)
    await app.comeBack()
    if !isCallbackFirst { receive() }
    #expect(app.ids == [] && app.inbox.unreadCounts?["bob"] == 1)
    app.show("bob")
    await app.comeBack()
    #expect(app.inbox.entries.map(\.body) == ["At six"] && app.files.count == 1)
  }

  @Test func `listed notifications of signed-out accounts are never counted`()
    async throws
  {
    let center = ListedNotifications()
    let app = await PushInboxApp(center: center, identification: Self.named)
    let (bob, date) = (try message(for: "bob"), app.clock.date)
    center.notifications = [
      DeliveredNotification(id: "r1", payload: bob, date: date, body: "To bob")
    ]
    for seconds in [1, 10] {
      await app.comeBack()
      #expect(app.inbox.unreadCounts == [:])
      app.clock.advance(by: .seconds(seconds))
      await app.settle()
    }
    #expect(app.files == [])
  }

  @Test func `an account that is missing at a launch counts as signed out after ten seconds`()
    async throws
  {
    let app = await PushInboxApp(identification: Self.named)
    app.manager.receive(try message(for: "ann"), via: .remote)
    await app.settle()
    let next = await PushInboxApp(in: app.folder, account: nil, identification: Self.named)
    #expect(next.files.count == 1)
    next.lifecycle.setAccount("bob")
    await next.wait(10)
    #expect(next.files == [])
    #expect(next.log.last == .emptied(count: 1))
  }

  @Test(arguments: [nil, -160.0])
  func `a notification from before an account's sign-in is not that account's`(
    delivered: Double?
  ) async throws {
    pass(100)
    lifecycle.setAccount("bob")
    await settle()
    let center = ListedNotifications()
    let next = await PushInboxApp(in: folder, center: center, account: "bob")
    let date = next.clock.date.addingTimeInterval(40)
    center.notifications = [
      DeliveredNotification(id: "r1", payload: try TestSupport.message("m1"), date: date)
    ]
    next.pass(100)
    await next.comeBack()
    #expect(next.ids == [])
    next.manager.open(
      try TestSupport.message("m2"),
      deliveredAt: delivered.map { next.clock.date.addingTimeInterval($0) }
    )
    #expect(next.ids == [])
    _ = await next.manager.present(try TestSupport.message("m3"), deliveredAt: next.clock.date)
    #expect(next.ids == ["m3"])
  }

  /// A later list has what the user was shown meanwhile.
  @Test func `a clock that was ahead at a sign-in withholds nothing`() async throws {
    let center = ListedNotifications()
    let app = await PushInboxApp(center: center)
    app.clock.jumpWallClock(by: .seconds(600))
    app.lifecycle.setAccount("bob")
    app.clock.jumpWallClock(by: .seconds(-600))
    app.pass(60)
    let date = app.clock.date
    center.notifications = [
      DeliveredNotification(id: "r1", payload: try TestSupport.message("m1"), date: date)
    ]
    try app.extend(try TestSupport.message("m2"), as: "r2")
    app.lifecycle.setPhase(.background)
    app.pass(1_200)
    await app.comeBack()
    #expect(Set(app.ids) == ["m1", "m2"])
  }

  @Test func `a clock that was ahead by forty days deletes nothing`() async throws {
    manager.receive(try TestSupport.message("m1"), via: .remote)
    clock.jumpWallClock(by: .seconds(40 * 86_400))
    manager.receive(try TestSupport.message("m2"), via: .remote)
    await comeBack()
    let next = await PushInboxApp(in: folder)
    #expect(Set(next.ids) == ["m1", "m2"])
    #expect(next.inbox.entries.allSatisfy { $0.date <= next.clock.date })
  }
}
