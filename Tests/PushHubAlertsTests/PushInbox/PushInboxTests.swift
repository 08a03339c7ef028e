import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubAlerts
@testable import TestSupport

/// What the user sees in an inbox, and what opening an entry does.
final class PushInboxTests: PushInboxApp {
  private let shared = TemporaryFolder()
  private static let request = "6F1C1B46-0000-0000-0000-000000000001"

  @Test func `a tap, a button and opening read an entry, a dismissal does not`() throws {
    for id in ["m1", "m2", "m3", "m4"] { receive(id) }
    #expect(unread.count == 4)
    open("m1")
    manager.open(message("m2"), response: PushResponse(action: .custom("later")))
    manager.open(message("m3"), response: PushResponse(action: .dismiss))
    let fourth = try #require(inbox.entries.first { $0.id == "m4" })
    inbox.open(fourth)
    #expect(unread == ["m3"])
  }

  @Test func `ids are compared by their bytes`() {
    #expect(InboxKey(account: nil, id: "jos\u{E9}") != InboxKey(account: nil, id: "jose\u{301}"))
  }

  @Test func `opening an entry asks responders each time, as a tap on the notification does`()
    async throws
  {
    let router = Router()
    manager.add(router)
    let payload = anonymous()
    _ = await manager.present(payload, requestIdentifier: Self.request)
    let entry = try #require(inbox.entries.first)
    for _ in 1...2 {
      inbox.open(entry)
      await settle()
    }
    manager.open(payload, requestIdentifier: Self.request)
    await settle()
    #expect(router.opened == [Self.request, Self.request, Self.request])
    #expect(manager.statistics.received == 1)
    #expect(ids == [Self.request])
  }

  @Test func `a tap that launched the app reads its entry, whenever the inbox is attached`()
    async
  {
    let first = await PushInboxApp(in: shared)
    first.receive(message("m1"))
    let app = await PushInboxApp(in: shared)
    app.context.detach(app.inbox)
    app.manager.didFinishLaunching(with: message("m1"))
    app.context.attach(app.inbox)
    await app.settle()
    #expect(app.ids == ["m1"])
    #expect(app.unread == [])
  }

  @Test func `what was shown before it is attached has the system's identifier`() async {
    context.detach(inbox)
    _ = await manager.present(anonymous(), requestIdentifier: Self.request)
    context.attach(inbox)
    await settle()
    #expect(ids == [Self.request])
  }

  @Test func `showing the inbox page reads what is there and what comes`() async {
    var configuration = PushInbox.Configuration()
    configuration.page = "inbox"
    let app = await PushInboxApp(configuration: configuration)
    app.receive("m1")
    #expect(app.inbox.unreadCount == 1)
    app.lifecycle.pageAppeared("inbox")
    #expect(app.inbox.unreadCount == 0)
    app.receive("m2")
    #expect(app.inbox.unreadCount == 0)
    app.lifecycle.pageDisappeared("inbox")
    app.receive("m3")
    #expect(app.unread == ["m3"])
  }

  @Test func `a removed entry does not come back`() async throws {
    receive("m1")
    inbox.remove(["m1"])
    try extend(message("m1"), as: "r1")
    await comeBack()
    open("m1")
    #expect(ids == [])
    await settle()
    #expect(files == [] && !text.contains("Hi"))
  }

  @Test func `a sign-out leaves no text, and nothing of it for the next account`() async throws {
    receive("m1")
    try extend(message("m2"), as: "r2")
    pass(1)
    lifecycle.setAccount("bob")
    await settle()
    #expect(ids == [])
    #expect(files == [] && !text.contains("Hi"))
    let next = await PushInboxApp(in: folder, account: "ann")
    #expect(next.ids == [])
    try extend(message("m3"), as: "r3", in: 1)
    await comeBack()
    #expect(ids == ["m3"])
  }

  @Test func `a sign-out is logged with the number of entries that go`() {
    for id in ["m1", "m2", "m3"] { receive(id) }
    inbox.remove(["m3"])
    lifecycle.setAccount(nil)
    #expect(log.last == .emptied(count: 2))
    lifecycle.setAccount("bob")
    let count = log.count
    lifecycle.setAccount(nil)
    #expect(!log.dropFirst(count).contains { $0.name == "emptied" })
  }

  @Test func `an entry belongs to the account that the payload names`() async {
    let identification = PushIdentification(account: account())
    let app = await PushInboxApp(identification: identification)
    app.show("ann")
    let push = message("m1", for: "bob")
    app.receive(push)
    #expect(app.ids == [])
    app.show("bob")
    #expect(app.ids == ["m1"])
    app.show("ann")
    app.show("bob")
    #expect(app.ids == ["m1"])
    let other = await PushInboxApp(account: nil, identification: identification)
    other.receive(push)
    other.lifecycle.setAccount("bob")
    #expect(other.ids == ["m1"])
  }

  @Test func `a tap on a notification of an account that has left adds no entry`() async {
    _ = await manager.present(message("m1"), requestIdentifier: "r1")
    pass(1)
    lifecycle.setAccount(nil)
    lifecycle.setAccount("bob")
    pass(3_600)
    manager.open(message("m1"), requestIdentifier: "r1")
    await settle()
    #expect(ids == [])
  }

  @Test func `a late dismissal of a notification changes its entry in no way`() async throws {
    let push = payload(#"{"aps":{"alert":"Hi"}}"#)
    _ = await manager.present(push, requestIdentifier: "chat-1")
    inbox.markRead()
    let date = try #require(inbox.entries.first?.date)
    pass(3_600)
    manager.open(push, requestIdentifier: "chat-1", response: PushResponse(action: .dismiss))
    await settle()
    #expect(inbox.unreadCount == 0)
    #expect(inbox.entries.first?.date == date)
  }

  @Test func `nothing is known while no entry can be read`() async throws {
    let extended = await PushInboxApp(in: shared)
    try extended.extend(message("m1"), as: "r1")
    let app = await PushInboxApp(
      in: shared,
      files: FileSystem.failing { $0 == .read ? .EPERM : nil }
    )
    #expect(app.inbox.unreadCount == nil)
  }

  @Test func `old entries and the oldest beyond the maximum are removed`() async {
    var configuration = PushInbox.Configuration()
    configuration.maximumAge = .seconds(3_600)
    let app = await PushInboxApp(maximumCount: 3, configuration: configuration)
    for number in 1...5 {
      app.receive("m\(number)")
      app.pass(600)
    }
    await app.comeBack()
    #expect(app.ids == ["m5", "m4", "m3"])
    app.pass(1_801)
    await app.comeBack()
    #expect(app.ids == ["m5", "m4"])
    #expect(app.files.count == 2)
  }

  @Test func `the app leaves notifications out, and changes what is stored of others`() async throws
  {
    let app = await PushInboxApp { entry in
      defer { entry.payload = PushPayload(userInfo: [:]) }
      entry.body = ""
      return entry.payload.aps.hasAlert && entry.title != "secret"
    }
    for title in ["secret", "news"] {
      let json = #"{"aps":{"alert":{"title":"\#(title)","body":"B"}},"gcm.message_id":"\#(title)"}"#
      app.receive(payload(json))
    }
    app.receive(payload(#"{"aps":{"content-available":1},"gcm.message_id":"s"}"#))
    #expect(app.ids == ["news"])
    #expect(app.inbox.entries.first?.body == "")
    let entry = try #require(app.inbox.entries.first)
    app.inbox.open(entry)
    #expect(app.ids == ["news"])
  }

  @Test func `nothing is known until the folder can be read`() async {
    let plan = FaultPlan(.init(number: 1, extent: .untilHealed))
    let app = await PushInboxApp(
      files: FileSystem.failing { $0 == .list && plan.fails() ? .EPERM : nil }
    )
    #expect(app.inbox.unreadCount == nil)
    #expect(app.log.count == 1)
    plan.heal()
    await app.comeBack()
    #expect(app.inbox.unreadCount == 0)
  }

  @Test func `a file that is no entry is removed, and logged`() async throws {
    try InboxFolder(shared.url).append(
      ExtensionNotification(message("m1"), requestIdentifier: "r1", date: .now)
    )
    for text in ["", "{", #"{"id":"m2"}"#, #"{"id":"m3","date":1,"payload":[]}"#] {
      try Data(text.utf8).write(to: shared.url.appending(path: "1-\(UUID().uuidString).json"))
    }
    let app = await PushInboxApp(in: shared)
    #expect(app.log.contains(.broken(count: 4)))
    #expect(app.files.count == 1)
  }

  @Test func `a late list is logged, and read at the next opportunity`() async {
    let center = ListedNotifications()
    center.isSilent = true
    let app = await PushInboxApp(center: center)
    await app.wait(10)
    #expect(app.log == [.noAnswer])
    #expect(app.clock.nextDeadline == nil)
  }
}

/// Handles all responses, and remembers the pushes.
private final class Router: PushResponder {
  var opened: [String] = []

  func respond(to response: PushResponse, of push: Push) -> Bool {
    opened.append(push.id)
    return true
  }
}
