import Foundation
import PushHub
import PushHubAlerts
import PushHubBackend
import PushHubObservers
import WeighedApp

/// The hub with every ready-made observer; `idle SECONDS` tells what it costs while nothing comes.
@main
struct EveryFeature {
  static func main() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "weighed-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "idle", let seconds = arguments.dropFirst().first.flatMap(Int.init) {
      try await Idling(in: folder).run(for: .seconds(seconds))
    } else {
      let app = try WeighedApp { try features(in: folder, scheduler: $0) }
      print(try app.hear())
    }
  }

  @MainActor
  static func features(in folder: URL, scheduler: any Scheduler) throws -> [any PushPlugin] {
    let dot = BadgeDot(
      source: World(),
      store: MemoryStore<[String: ReadMark]>(),
      configuration: BadgeDot.Configuration(listPage: "list")
    )
    let tree = BadgeTree(scheduler: scheduler)
    tree.connect(dot, to: "me/list")
    return [
      UnreadSync(
        source: World(),
        configuration: UnreadSync.Configuration(trackedPages: ["home"])
      ),
      CountdownHandler(scheduler: scheduler),
      dot,
      ScreenshotPreview<[UInt8]>(page: "reader", presenter: World()) { [] },
      DeviceRegistration(
        endpoint: World(),
        store: MemoryStore(),
        configuration: DeviceRegistration.Configuration(environment: .production)
      ),
      PushReceipts(
        outbox: Outbox(directory: folder.appending(path: "receipts")),
        endpoint: World()
      ),
      QuietRules(),
      ForegroundBanners(presenter: World()),
      DeliveredNotifications(center: World()),
      LocalNotifications(system: World(), store: MemoryStore<LocalNotificationLedger>()),
      PermissionPolicy(authority: World(), store: MemoryStore<PermissionLedger>()),
      TapRouter { _, _ in false },
    ]
  }
}
