import Foundation
import PushHub
import PushHubAlerts
import PushHubTesting
import Testing

/// An inbox and the icon's number of an app, and of service extensions that are killed.
@MainActor
@Suite(.timeLimit(.minutes(5)))
final class PushInboxKillTests {
  private let directory = FileManager.default.temporaryDirectory
    .appending(path: "pushhub-inbox-\(UUID().uuidString)", directoryHint: .isDirectory)
  private var generator = SystemRandomNumberGenerator()

  deinit {
    try? FileManager.default.removeItem(at: directory)
  }

  private var badge: SharedBadge { SharedBadge(directory.appending(path: "badge")) }

  /// An app that reads the inbox, on simulated time.
  @MainActor
  private final class App {
    let inbox: PushInbox
    private(set) var troubles: [PushInboxEvent] = []
    private let scheduler = ManualScheduler()
    private let lifecycle = AppLifecycle()
    private let manager: NotificationManager

    init(_ directory: URL) async {
      manager = NotificationManager(scheduler: scheduler)
      inbox = PushInbox(
        folder: InboxFolder(directory.appending(path: "inbox"), maximumCount: 100_000)
      )
      inbox.log = { [weak self] event in
        switch event {
        case .broken, .failed: self?.troubles.append(event)
        default: break
        }
      }
      lifecycle.setPhase(.active)
      lifecycle.setAccount("ann")
      PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler).attach(inbox)
      await scheduler.settle()
    }

    /// Comes back to the foreground, which reads the folder, and sees a notification itself.
    func work(_ callback: String?) async {
      lifecycle.setPhase(.background)
      if let callback {
        let userInfo =
          ["aps": ["alert": "Hello \(callback)"], "gcm.message_id": callback] as [String: Any]
        manager.receive(PushPayload(userInfo: userInfo), via: .remote)
      }
      lifecycle.setPhase(.active)
      await scheduler.settle()
    }
  }

  private func writer(_ name: String, _ first: Int, limit: Int? = nil) throws -> WriterProcess {
    try WriterProcess("inbox-writer", directory: directory, name: name, first: first, limit: limit)
  }

  private func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  @Test func `each acknowledged notification has one whole entry after a kill`() async throws {
    let total = 10_000
    var app = await App(directory)
    let steady = try writer("steady", 1)
    var victims = [try writer("victim", 1)]
    var (read, rounds, launches): (Set<String>, Int, Int) = ([], 0, 1)
    var acknowledged: [String] = []
    while acknowledged.count < total {
      rounds += 1
      if victims[victims.endIndex - 1].hasEnded {
        victims.append(try writer("victim", victims.count * 1_000_000 + 1))
      }
      let victim = victims[victims.endIndex - 1]
      steady.append(40)
      victim.append(40)
      if random(5) == 0 { victim.kill(after: random(40)) }
      await app.work(acknowledged.last)
      if random(4) == 0, let id = app.inbox.entries.randomElement(using: &generator)?.id {
        app.inbox.markRead([id])
        read.insert(id)
      }
      // What the app sets is never taken back; what comes meanwhile adds to it.
      let unread = app.inbox.unreadCount ?? 0
      try badge.set(unread, at: .now)
      #expect(try badge.number >= unread)
      if random(20) == 0 {
        #expect(app.troubles == [])
        app = await App(directory)
        launches += 1
      }
      acknowledged = ([steady] + victims).flatMap { $0.appended.map(\.id) }
    }
    for process in [steady] + victims { process.finish() }
    acknowledged = ([steady] + victims).flatMap { $0.appended.map(\.id) }
    for _ in 1...2 {
      let entries = app.inbox.entries
      await app.work(nil)
      app = entries.isEmpty ? app : await App(directory)
    }
    let ids = app.inbox.entries.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(Set(acknowledged).subtracting(ids).isEmpty)
    #expect(ids.count - Set(acknowledged).count <= victims.count)
    #expect(app.inbox.entries.allSatisfy { $0.body == "Hello \($0.id)" && $0.account == "ann" })
    #expect(Set(app.inbox.entries.filter(\.isRead).map(\.id)) == read)
    #expect(app.troubles == [])
    let unread = app.inbox.unreadCount ?? 0
    try badge.set(unread, at: .now)
    let last = try writer("last", 1)
    last.append(10)
    last.finish()
    #expect(try badge.number == unread + 10)
    print(
      "\(ids.count) entries of \(acknowledged.count), \(victims.count - 1) killed,",
      "\(launches) launches, \(rounds) rounds"
    )
  }

  @Test func `a full disk costs what finds no room, and nothing that was written`() async throws {
    let before = try writer("before", 1)
    before.append(20)
    before.finish()
    let full = try writer("full", 1, limit: 0)
    full.append(40)
    full.finish()
    #expect(full.appended.isEmpty)
    #expect(full.failures.count == 40 && Set(full.failures).count == 1)
    let app = await App(directory)
    #expect(Set(app.inbox.entries.map(\.id)) == Set(before.appended.map(\.id)))
    #expect(try badge.number == 20)
    #expect(app.troubles == [])
  }
}
