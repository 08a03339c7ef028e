import PushHub
import PushHubAlerts
import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

/// A push in an app with several features.
@MainActor
struct IdentifiedOnceTests {
  private struct CountingSender: PushSender {
    let count: Lock<Int>
    var name: String { "counting" }

    func recognizes(_ payload: PushPayload) -> Bool {
      count.withLock { $0 += 1 }
      return true
    }

    func messageID(of payload: PushPayload) -> String? { payload["id"]?.stringValue }
    func customData(of payload: PushPayload) -> [String: JSONValue] { [:] }
  }

  private struct Source: UnreadCountSource {
    func unreadCount(for account: AccountID) async -> Int { 1 }
  }

  @Test
  func `features find a push identified, write nothing before the first observer, and are logged`()
    async throws
  {
    let (recognitions, accounts, writes) = (Lock(0), Lock(0), Lock(0))
    let app = await PushInboxApp(
      files: FileSystem.failing { call in
        if call == .write { writes.withLock { $0 += 1 } }
        return nil
      },
      identification: PushIdentification(senders: [CountingSender(count: recognitions)]) { _ in
        accounts.withLock { $0 += 1 }
        return "ann"
      }
    )
    var log: [String] = []
    app.host.log = { log.append("\($0) \($1.name)") }
    try app.host.install(
      UnreadSync(source: Source(), configuration: .init(trackedPages: [])),
      named: "unread"
    )
    let observer = PushRecorder()
    var writesBefore: Int?
    observer.onReceive = { _ in writesBefore = writes.withLock { $0 } }
    app.manager.add(observer, priority: .first)
    writes.withLock { $0 = 0 }
    let push = payload(#"{"aps":{"alert":"Hi","content-available":1},"id":"m1"}"#)
    app.clock.perform { [manager = app.manager] in _ = await manager.deliver(push) }
    await app.settle()
    #expect(app.ids == ["m1"])
    #expect([recognitions, accounts].map { $0.withLock { $0 } } == [1, 1])
    #expect(log == ["unread skipped", "unread skipped"])
    #expect(writesBefore == 0)
    #expect(writes.withLock { $0 } > 0)
  }

  @Test func `features that remove and cancel nothing ask for no account again`() async throws {
    let accounts = Lock(0)
    let app = SimulatedApp {
      $0.identification.account = { _ in
        accounts.withLock { $0 += 1 }
        return "ann"
      }
    }
    let system = LocalNotificationSystemProbe(scheduler: app.clock)
    let local = LocalNotifications(system: system, store: MemoryStore())
    try app.host.install(DeliveredNotifications(center: ListedNotifications()), named: "delivered")
    try app.host.install(local, named: "local")
    app.lifecycle.setAccount("ann")
    app.receive("m1")
    await app.clock.settle()
    #expect(accounts.withLock { $0 } == 1)
  }
}
