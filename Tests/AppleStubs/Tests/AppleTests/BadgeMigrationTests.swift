import Foundation
import PushHub
import PushHubNetworking
import PushHubObservers
import PushHubTesting
import Testing

/// The mark that the article on moving from the id that was read last makes.
struct BadgeMigrationTests: AppFixture {
  let app = SimulatedApp()
  private let server = Server()
  private let store = MemoryStore<[String: ReadMark]>()
  private let name = "BadgeMigrationTests.\(UUID())"

  private func withDefaults(_ body: (UserDefaults) async throws -> Void) async throws {
    let defaults = try #require(UserDefaults(suiteName: name))
    defer { defaults.removePersistentDomain(forName: name) }
    try await body(defaults)
  }

  private func badge(with store: some Store<[String: ReadMark]>) -> BadgeDot {
    let badge = BadgeDot(
      source: NotificationList(server: server),
      store: store,
      configuration: BadgeDot.Configuration(listPage: "notifications")
    )
    lifecycle.setAccount("ann")
    context.attach(badge)
    return badge
  }

  /// Returns when the dot has received a list.
  private func arrival(at badge: BadgeDot, of items: [Notice]) async {
    #expect(await eventually { server.callback != nil })
    server.callback?(items)
    #expect(await eventually { badge.isKnown })
    await turns()
  }

  @Test
  func `the id that was read last becomes a mark, once`() async throws {
    try await withDefaults { defaults in
      defaults.set("n2", forKey: "lastReadID")
      try store.takeOver(from: defaults, for: "ann", in: Notice.list(1...3))
      #expect(store.value?["ann"] == .upTo(NotificationCursor(order: 2, id: "n2")))
      #expect(defaults.string(forKey: "lastReadID") == nil)
      let badge = badge(with: store)
      await arrival(at: badge, of: Notice.list(1...3))
      #expect(badge.isShown)
      try store.takeOver(from: defaults, for: "bob", in: Notice.list(1...3))
      #expect(store.value?["bob"] == nil)
    }
  }

  @Test
  func `an id that the list lacks is forgotten, and nothing is lit`() async throws {
    try await withDefaults { defaults in
      defaults.set("deleted", forKey: "lastReadID")
      try store.takeOver(from: defaults, for: "ann", in: Notice.list(1...3))
      #expect(defaults.string(forKey: "lastReadID") == nil)
      let badge = badge(with: store)
      await arrival(at: badge, of: Notice.list(1...3))
      #expect(!badge.isShown)
    }
  }
}

extension Store<[String: ReadMark]> {
  func takeOver(from defaults: UserDefaults, for account: AccountID, in list: [Notice]) throws {
    guard let id = defaults.string(forKey: "lastReadID") else { return }
    if let notice = list.first(where: { $0.id == id }) {
      let cursor = NotificationCursor(order: notice.createdAt, id: notice.id)
      try save([account.rawValue: .upTo(cursor)])
    }
    defaults.removeObject(forKey: "lastReadID")
  }
}

private struct NotificationList: LatestNotificationSource {
  let server: Server

  func snapshots(for account: AccountID) -> AsyncThrowingStream<[NotificationCursor], any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let listener = server.listen(to: account) { notices in
        continuation.yield(notices.map { NotificationCursor(order: $0.createdAt, id: $0.id) })
      }
      continuation.onTermination = { _ in listener.cancel() }
    }
  }
}

// MARK: - What the article leaves to the app

struct Notice {
  let id: String
  let createdAt: Int
}

extension Notice {
  fileprivate static func list(_ numbers: ClosedRange<Int>) -> [Notice] {
    numbers.map { Notice(id: "n\($0)", createdAt: $0) }
  }
}

private struct Listener: Sendable {
  func cancel() {}
}

@MainActor
private final class Server {
  var callback: (([Notice]) -> Void)?

  func listen(to account: AccountID, _ callback: @escaping ([Notice]) -> Void) -> Listener {
    self.callback = callback
    return Listener()
  }
}
