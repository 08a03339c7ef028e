import PushHub
import Synchronization
import Testing

@testable import PushHubNetworking
@testable import PushHubObservers

/// A listener with a callback as a source, as the documentation has it.
@MainActor
struct BadgeDotCallbackTests {
  /// A database that tells its listeners of each list, until they are removed.
  private final class Database: Sendable {
    typealias Callback = @Sendable ([NotificationCursor]) -> Void

    private let listeners = Mutex<[String: Callback]>([:])

    var accounts: [String] { listeners.withLock { $0.keys.sorted() } }

    func listen(to account: AccountID, _ callback: @escaping Callback) {
      listeners.withLock { $0[account.rawValue] = callback }
      callback([.numbered(1)])
    }

    func remove(_ account: AccountID) {
      listeners.withLock { $0[account.rawValue] = nil }
    }
  }

  private struct Source: LatestNotificationSource {
    let database: Database

    func snapshots(for account: AccountID) -> AsyncThrowingStream<[NotificationCursor], any Error> {
      AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { stream in
        database.listen(to: account) { stream.yield($0) }
        stream.onTermination = { [database] _ in database.remove(account) }
      }
    }
  }

  @Test func `a registration is removed on sign-out, and another is made for another account`()
    async
  {
    let hub = Hub()
    let lifecycle = AppLifecycle()
    let database = Database()
    let badge = BadgeDot(
      source: Source(database: database),
      store: MemoryStore<[String: ReadMark]>(),
      configuration: BadgeDot.Configuration(listPage: "list")
    )
    PluginContext(push: hub.manager, lifecycle: lifecycle, scheduler: hub.scheduler).attach(badge)
    lifecycle.setAccount("ann")
    await hub.scheduler.settle()
    #expect(database.accounts == ["ann"])
    lifecycle.setAccount("bob")
    await hub.scheduler.settle()
    #expect(database.accounts == ["bob"])
    lifecycle.setAccount(nil)
    await hub.scheduler.settle()
    #expect(database.accounts.isEmpty)
  }
}
