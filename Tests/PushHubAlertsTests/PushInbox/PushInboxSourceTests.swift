import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubAlerts
@testable import TestSupport

/// What becomes of the notifications that the extension, the callbacks and the system's list have.
final class PushInboxSourceTests: PushInboxApp {
  private let center = ListedNotifications()

  init() async {
    await super.init(center: center)
  }

  /// Lets the system's list have one notification, which was shown some seconds from now.
  private func list(
    _ payload: PushPayload,
    as id: String,
    in seconds: Double = 0,
    body: String = ""
  ) {
    let date = clock.date.addingTimeInterval(seconds)
    center.notifications = [DeliveredNotification(id: id, payload: payload, date: date, body: body)]
  }

  @Test func `a notification that only the system has shown gets an entry`() async {
    #expect(ids == [])
    let request = "6F1C1B46-0000-0000-0000-000000000001"
    list(anonymous(), as: request, in: -60)
    inbox.refresh()
    await settle()
    #expect(ids == [request])
    #expect(inbox.entries.first?.body == "Hi")
  }

  @Test func `one notification of all sources has one entry, with the extension's texts`()
    async throws
  {
    let payload = message("m1")
    try extend(payload, as: "r1", title: "Ann")
    receive(payload)
    _ = await manager.present(payload, requestIdentifier: "r1")
    list(payload, as: "r1")
    await comeBack()
    #expect(ids == ["m1"])
    #expect(inbox.entries.first?.title == "Ann")
    #expect(inbox.unreadCount == 1)
    #expect(files.count == 1)
  }

  @Test(arguments: [
    #""alert":{"title":"Bank","body":"my PIN is 4711"}},"copy":["Bank: my PIN is 4711"]"#,
    #""alert":{"title":"Bank","loc-key":"PIN","loc-args":["4711"]}}"#,
    #""alert":"my PIN is 4711"},"custom":{"text":"my PIN is 4711"}"#,
    #""alert":"Ann: my PIN is 4711"},"data":{"message":"my PIN is 4711"}"#,
    #""alert":"My PIN is 4711"},"link":"a:?my%20PIN%20is%204711","of":{"my PIN is 4711":1}"#,
    #""alert":"Hello, my PIN is 4711"},"x":"PIN%20is%204711""#,
    #""alert":"4711"},"code":4711,"list":"[{\"code\":\"4711\"}]""#,
    #""alert":"my \"PIN\" is 4711"},"gt":"{\"text\":\"my \\\"PIN\\\" is 4711\"}""#,
    #""alert":{"body":"my PIN is 4711","summary-arg":"4711"}},"html":"<b>my PIN</b> is 4711""#,
  ])
  func `what the app removes from an entry is nowhere on disk`(json: String) async throws {
    let keeps: @Sendable (inout InboxEntry) -> Bool = { entry in
      entry.body = ""
      return true
    }
    let app = await PushInboxApp(center: center, keeps: keeps)
    let push = payload(#"{"aps":{"mutable-content":1,\#(json)}"#)
    var notification = ExtensionNotification(push, requestIdentifier: "r1", date: app.clock.date)
    notification.body = "my PIN is 4711"
    try InboxFolder(app.folder.url, keeps: keeps).append(notification)
    list(push, as: "r2", body: "my PIN is 4711")
    _ = await app.manager.present(push, requestIdentifier: "r3")
    await app.comeBack()
    #expect(app.ids.count == 3 && app.files.count == 3)
    #expect(!app.text.contains("4711"))
    #expect(app.inbox.entries.allSatisfy { $0.payload.aps.hasAlert })
  }

  @Test func `a notification that the app localizes has the texts that were shown`() async {
    let push = payload(#"{"aps":{"alert":{"loc-key":"FROM"}},"gcm.message_id":"m1","to":"A B"}"#)
    receive(push)
    #expect(inbox.entries.map { $0.payload["to"] } == ["A B"])
    list(push, as: "r1", body: "Nachricht von Ann")
    await comeBack()
    #expect(inbox.entries.map(\.body) == ["Nachricht von Ann"])
    #expect(await PushInboxApp(in: folder).inbox.entries.map(\.body) == ["Nachricht von Ann"])
  }

  @Test func `a notification in the foreground has the extension's texts at once`() async throws {
    try extend(message("m1"), as: "r1", title: "Ann")
    _ = await manager.present(message("m1"), requestIdentifier: "r1")
    await settle()
    #expect(inbox.entries.map(\.title) == ["Ann"])
  }

  @Test func `nothing is written in a callback, and background work waits for it`() async {
    var result: FetchResult?
    clock.perform {
      [manager] in result = await manager.deliver(message("m1"))
    }
    receive("m2")
    #expect(ids == ["m2"] && files == [])
    await settle()
    #expect(result == .newData && files.count == 2)
  }

  @Test(arguments: [true, false])
  func `read and removed entries don't return when their files made room`(
    isRead: Bool
  ) async throws {
    let push = message("m1")
    list(push, as: "r1")
    await comeBack()
    isRead ? inbox.markRead() : inbox.remove(["m1"])
    await settle()
    for file in files {
      try FileManager.default.removeItem(at: folder.url.appending(path: file))
    }
    let next = await PushInboxApp(in: folder, center: center)
    #expect(next.unread == [])
    list(push, as: "r1", in: 2)
    await next.comeBack()
    #expect(next.unread == ["m1"])
  }

  /// A later list has what the user was shown meanwhile.
  @Test func `a clock that was ahead at a sign-in withholds nothing`() async throws {
    clock.jumpWallClock(by: .seconds(600))
    lifecycle.setAccount("bob")
    clock.jumpWallClock(by: .seconds(-600))
    pass(60)
    list(message("m1"), as: "r1")
    try extend(message("m2"), as: "r2")
    lifecycle.setPhase(.background)
    pass(1_200)
    await comeBack()
    #expect(Set(ids) == ["m1", "m2"])
  }

  @Test func `a collapse id has one entry, of the latest notification`() async {
    let router = Router()
    manager.add(router)
    var pushes: [Push] = []
    for text in ["1:0", "1:0", "2:0"] {
      pass(20)
      let push = anonymous(text)
      pushes.append(
        manager.receive(
          push,
          via: .present,
          requestIdentifier: "score",
          deliveredAt: clock.date
        )
      )
      list(push, as: "score")
      await comeBack()
      #expect(inbox.entries.map(\.body) == [text])
      #expect(inbox.unreadCount == 1)
      inbox.entries.first.map(inbox.open)
      await settle()
      #expect(inbox.unreadCount == 0)
    }
    #expect(router.pushes.count == 3)
    #expect(zip(router.pushes, pushes).allSatisfy { $0.isSame(as: $1) })
  }

  @Test func `a late tap without a date reads what the extension has written`()
    async throws
  {
    try extend(anonymous("1:0"), as: "score", title: "Goal")
    await comeBack()
    pass(600)
    manager.open(anonymous("1:0"), requestIdentifier: "score")
    #expect(inbox.entries.map(\.title) == ["Goal"] && unread == [])
    try extend(anonymous("2:0"), as: "score", title: "Goal again")
    await comeBack()
    #expect(inbox.entries.map(\.title) == ["Goal again"] && unread == ["score"])
  }

  @Test func `a tap without an identifier reads the latest entry of its content`() async throws {
    try extend(anonymous(), as: UUID().uuidString)
    let app = await PushInboxApp(in: folder)
    app.context.detach(app.inbox)
    app.manager.didFinishLaunching(with: anonymous())
    app.context.attach(app.inbox)
    await app.settle()
    #expect(app.inbox.entries.map(\.isRead) == [true])
  }

  @Test func `a file of a newer format is left alone, and counted once`() async throws {
    try extend(message("m1"), as: "r1")
    let text = #"{"version":2,"notification":{"id":"m2"}}"#
    try Data(text.utf8).write(to: folder.url.appending(path: "9-\(UUID().uuidString).json"))
    let app = await PushInboxApp(in: folder)
    await app.comeBack()
    #expect(app.log == [.newer(count: 1), .added(ids: ["m1"])])
    #expect(app.text.contains(text))
  }
}

/// Handles all responses, and remembers the pushes.
private final class Router: PushResponder {
  var pushes: [Push] = []

  func respond(to response: PushResponse, of push: Push) -> Bool {
    pushes.append(push)
    return true
  }
}
