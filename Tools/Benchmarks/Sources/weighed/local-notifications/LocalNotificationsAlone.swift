import PushHub
import PushHubAlerts
import WeighedApp

@main
struct LocalNotificationsAlone {
  static func main() throws {
    let app = try WeighedApp { _ in
      [LocalNotifications(system: System(), store: MemoryStore<LocalNotificationLedger>())]
    }
    print(try app.hear())
  }

  final class System: LocalNotificationSystem {
    func add(_ notification: LocalNotification, as id: String, in time: Double) async throws {}
    func show(_: LocalNotification, as _: String) throws {}
    func removePending(_ identifiers: [String]) async throws {}
    func pending() async throws -> [String] { [] }
  }
}
