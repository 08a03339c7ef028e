import AccountsApp
import AccountsService
import AccountsShared
import Foundation
import PushHub
import PushHubAlerts
import PushHubBackend
import PushHubObservers
import PushHubTesting
import Testing

/// An app in which ann and bob are signed in, and its service extension.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct AccountsTests {
  @Test func `each account has its registration, its list and its count, and the icon the sum`()
    async throws
  {
    let world = try await World()
    #expect(world.server.accounts == ["ann", "bob"])
    try await world.push("m1", to: "bob", "At six", in: "c1")
    try await world.push("m2", to: "bob", "Or seven", in: "c1")
    let shown = try await world.push("m3", to: "ann", "Hello", in: "c2")
    #expect(shown.title == "Eve" && shown.body == "Hello" && shown.badge == 3)
    await world.comeBack()
    #expect(world.app.inbox.entries.map(\.body) == ["Hello"])
    #expect(world.counts == [1, 2, 3])
    world.session.show("bob")
    await world.clock.settle()
    #expect(Set(world.app.inbox.entries.map(\.body)) == ["At six", "Or seven"])
    #expect(world.server.accounts == ["ann", "bob"])
  }

  @Test func `a tap shows the account of the message, and then its chat`() async throws {
    let world = try await World()
    let shown = try await world.push("m1", to: "bob", "At six", in: "c1")
    world.center.remove(["m1"])
    world.simulated.manager.open(shown.payload, requestIdentifier: "m1")
    await world.comeBack()
    #expect(world.session.shown == "bob" && world.app.chat == "c1")
    #expect(world.counts == [0, 0, 0])
  }

  @Test func `the sign-out of one account leaves the other as it is`() async throws {
    let world = try await World()
    try await world.push("m1", to: "ann", "Hello", in: "c2")
    try await world.push("m2", to: "bob", "At six", in: "c1")
    await world.comeBack()
    #expect(world.center.notifications.map(\.id) == ["m1", "m2"])
    world.clock.perform { await world.session.signOut("bob", from: world.app.registration) }
    await world.clock.settle()
    #expect(world.session.accounts == ["ann"] && world.server.accounts == ["ann"])
    #expect(world.app.inbox.entries.map(\.body) == ["Hello"])
    #expect(world.counts == [1, 0, 1])
    #expect(world.center.notifications.map(\.id) == ["m1"])

    // Its key is gone, so that its messages stay sealed, and are withheld like those in the clear.
    let sealed = try await world.push("m3", to: "bob", "Still there?", in: "c1")
    #expect(sealed.title == "" && sealed.body == "New message" && sealed.badge == nil)
    let clear = try await world.show("m4", #""account":"bob""#)
    #expect(clear.body == "New message" && clear.badge == nil)
    await world.comeBack()
    #expect(world.app.inbox.unreadCounts?["bob"] == nil)
    #expect(world.app.inbox.entries.map(\.body) == ["Hello"] && world.counts == [1, 0, 1])
  }

  @Test func `a launch before the first unlock signs no account out, and shows what was sent`()
    async throws
  {
    let keyring = TestKeyring("ann", "bob")
    keyring.isLocked = true
    let world = try await World(keyring: keyring, phase: .background)
    #expect(world.simulated.lifecycle.state.accounts == nil && world.server.accounts == [])
    let shown = try await world.push("m1", to: "bob", "At six", in: "c1")
    #expect(shown.body == "New")
    keyring.isLocked = false
    world.simulated.lifecycle.setPhase(.active)
    world.clock.advance(by: .seconds(10))
    await world.clock.settle()
    #expect(world.session.accounts == ["ann", "bob"] && world.server.accounts == ["ann", "bob"])
  }

  @Test func `an account that signs in is shown, registered and counted`() async throws {
    let world = try await World()
    try world.session.signIn("cid", key: TestKeyring.key(of: "cid"))
    await world.clock.settle()
    world.clock.advance(by: .seconds(2))
    await world.clock.settle()
    #expect(world.server.accounts == ["ann", "bob", "cid"])
    try await world.push("m1", to: "cid", "Welcome", in: "c3")
    await world.comeBack()
    #expect(world.app.inbox.entries.map(\.body) == ["Welcome"] && world.session.shown == "cid")
  }
}

/// The system's list, without those that a tap has removed.
@MainActor
final class TestCenter: DeliveredNotificationCenter {
  var notifications: [DeliveredNotification] = []

  func delivered() async -> [DeliveredNotification] { notifications }

  func remove(_ ids: [String]) { notifications.removeAll { ids.contains($0.id) } }
}

/// The app and its extension in one process, with a folder for both.
@MainActor
final class World {
  let simulated = SimulatedApp { $0.identification = .opened }
  let server = TestServer()
  let center = TestCenter()
  let session: Session
  let app: Messages
  private let service: ServiceExtensionHost
  private let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")

  var clock: ManualScheduler { simulated.clock }

  /// The unread messages of ann, of bob and of all.
  var counts: [Int] {
    ["accounts/ann", "accounts/bob", "accounts"].map { app.badges[$0].badge.number }
  }

  init(
    keyring: TestKeyring = TestKeyring("ann", "bob"),
    phase: AppPhase = .active,
    recorder: (any PushPlugin)? = nil
  ) async throws {
    let group = AppGroup(folder.appending(path: "group"))
    service = .messages(in: group, keyring: keyring) { [clock = simulated.clock] in clock }
    if let recorder { try simulated.host.install(recorder, named: "recorder") }
    session = Session(shown: "ann", lifecycle: simulated.lifecycle, keyring: keyring)
    app = try Messages(
      on: simulated.host,
      session: session,
      group: group,
      folder: folder,
      endpoint: server,
      center: center
    )
    simulated.lifecycle.setPhase(phase)
    let token = try DeviceToken(hex: "00112233445566778899aabbccddeeff")
    simulated.manager.didRegister(deviceToken: token)
    clock.advance(by: .seconds(2))
    await clock.settle()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Shows a message that the server has sealed, as the extension makes it.
  @discardableResult
  func push(_ id: String, to account: AccountID, _ text: String, in chat: String) async throws
    -> ExtensionNotification
  {
    let json = #"{"sender":"Eve","text":"\#(text)","chat":"\#(chat)"}"#
    return try await show(id, #""sealed":"\#(TestKeyring.seal(json, for: account))""#)
  }

  func show(_ id: String, _ keys: String) async throws -> ExtensionNotification {
    let json =
      #"{"aps":{"alert":"New","mutable-content":1},"gcm.message_id":"\#(id)",\#(keys)}"#
    let sent = ExtensionNotification(
      try PushPayload(json: json.utf8),
      requestIdentifier: id,
      date: clock.date
    )
    var shown: ExtensionNotification?
    service.process(sent) { shown = $0 }
    await clock.settle()
    let notification = try #require(shown)
    center.notifications.append(
      DeliveredNotification(
        id: id,
        payload: notification.payload,
        date: notification.date,
        title: notification.title,
        body: notification.body
      )
    )
    return notification
  }

  /// Leaves the app for a minute, and comes back.
  func comeBack() async {
    simulated.lifecycle.setPhase(.background)
    clock.advance(by: .seconds(60))
    simulated.lifecycle.setPhase(.active)
    clock.advance(by: .seconds(1))
    await clock.settle()
  }
}
