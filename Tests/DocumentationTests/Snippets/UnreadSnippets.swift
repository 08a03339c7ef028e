import Foundation
import PushHub
import PushHubNetworking
import PushHubObservers
import PushHubReplay
import PushHubTesting
import Testing

@testable import TestSupport

/// The code of the articles on the unread sync, the badge tree and server-sent events.
@MainActor
struct UnreadSnippets {
  private let app = SimulatedApp()
  private let session = TokenSession()

  private var host: PluginHost { app.host }
  private var scheduler: any Scheduler { app.clock }
  private var lifecycle: AppLifecycle { app.lifecycle }

  @Test func `a server with the default form needs no code`() throws {
    let (host, scheduler, lifecycle, session) = (host, scheduler, lifecycle, session)
    let source = try HTTPUnreadCountSource(
      template: "https://api.example.com/accounts/{account}/unread",
      scheduler: scheduler,
      token: { account in await session.accessToken(for: account) }
    )
    let unread = UnreadSync(
      source: source,
      configuration: UnreadSync.Configuration(trackedPages: ["home"])
    )
    try host.install(unread, named: "unread")
    lifecycle.setAccount("ann")

    unread.log = { event in print(event) }

    #expect(host["unread"] is UnreadSync)
    #expect(!unread.state.isKnown)
  }

  @Test func `an app's own source is asked when a tracked page appears`() async throws {
    let client = MailClient()
    let unread = UnreadSync(
      source: MailboxCount(client: client),
      configuration: UnreadSync.Configuration(trackedPages: ["home"]) { push in
        push.aps.category == "message"
      }
    )
    try host.install(unread, named: "unread")
    lifecycle.setPhase(.active)
    lifecycle.pageAppeared("home")
    await app.clock.settle()
    #expect(!unread.state.isKnown)
    lifecycle.setAccount("ann")
    await app.clock.settle()
    #expect(unread.state.count == 3)
    app.manager.receive(try payload(#"{"aps":{"alert":"x","category":"news"}}"#), via: .remote)
    await app.clock.settle()
    #expect(await client.requestCount == 1)
    app.manager.receive(try payload(#"{"aps":{"alert":"x","category":"message"}}"#), via: .remote)
    await app.clock.settle()
    #expect(await client.requestCount == 2)
  }

  @Test func `the tree adds up the features' badges`() async throws {
    let (scheduler, drafts) = (scheduler, Drafts())
    let unread = UnreadSync(
      source: MailboxCount(client: MailClient()),
      configuration: UnreadSync.Configuration(trackedPages: ["home"])
    )
    try host.install(unread, named: "unread")

    let badges = BadgeTree(
      scheduler: scheduler,
      policies: ["tabs/chat": BadgePolicy(cap: 99), "tabs/offers": BadgePolicy(isMuted: true)]
    )
    badges.connect(unread, to: "tabs/chat")
    badges.connect("tabs/me/drafts", because: "unsent drafts") { [weak drafts] in
      .number(drafts?.list.count ?? 0)
    }
    badges.set(.dot, at: "tabs/offers", because: "a new offer")

    #expect(badges.badge(at: "tabs") == Badge(.number(2), isKnown: false))
    lifecycle.setAccount("ann")
    lifecycle.setPhase(.active)
    lifecycle.pageAppeared("home")
    await app.clock.settle()
    await app.clock.settle()

    for cause in badges.explain("tabs") { print(cause) }

    #expect(badges.badge(at: "tabs") == .number(5))
    #expect(badges.explain("tabs").map(\.reason) == ["unread messages", "unsent drafts"])
    #expect(badges.badge(at: "tabs/offers").isShown)
  }

  @Test func `a stream of events becomes the source of a dot`() throws {
    let (host, scheduler, session) = (host, scheduler, session)
    let folder = URL.temporaryDirectory
    let source = try EventSource(
      template: "https://api.example.com/accounts/{account}/notifications",
      scheduler: scheduler,
      token: { account in await session.accessToken(for: account) }
    )
    let badge = BadgeDot(
      source: source,
      store: FileStore(url: folder.appending(path: "read-marks.json")),
      configuration: BadgeDot.Configuration(listPage: "notifications")
    )
    try host.install(badge, named: "badge")
    #expect(!badge.badge.isKnown)
  }

  @Test func `a closure reads events of another form`() throws {
    let scheduler = scheduler
    let source = try EventSource(
      template: "https://api.example.com/bulletin",
      scheduler: scheduler,
      eventType: "bulletin",
      decode: { event in try Bulletin(event).cursors }
    )
    #expect(source.retryAfter(for: "ann") == nil)
    let event = ServerSentEvent(type: "bulletin", data: #"{"notices":[{"id":"n1","sequence":41}]}"#)
    #expect(try Bulletin(event).cursors == [NotificationCursor(order: 41, id: "n1")])
    #expect(throws: (any Error).self) { try Bulletin(ServerSentEvent(data: "{}")) }
  }
}

struct MailboxCount: UnreadCountSource {
  let client: MailClient

  func unreadCount(for account: AccountID) async throws -> Int {
    try await client.unreadMessages(of: account.rawValue).count
  }
}

nonisolated struct Bulletin: Decodable {
  struct Notice: Decodable {
    let id: String
    let sequence: Int64
  }

  let notices: [Notice]

  init(_ event: ServerSentEvent) throws {
    self = try JSONDecoder().decode(Bulletin.self, from: Data(event.data.utf8))
  }

  var cursors: [NotificationCursor] {
    notices.map { NotificationCursor(order: $0.sequence, id: $0.id) }
  }
}

// MARK: - What the articles leave to the app

actor MailClient {
  private(set) var requestCount = 0

  func unreadMessages(of mailbox: String) async throws -> [String] {
    requestCount += 1
    return ["a", "b", "c"]
  }
}

private actor TokenSession {
  func accessToken(for account: AccountID) -> String? { "secret" }
}

private final class Drafts {
  let list = ["Hello", "Dear"]
}
