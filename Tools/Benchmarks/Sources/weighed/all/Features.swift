import Foundation
import PushHub
import PushHubAlerts
import PushHubBackend
import PushHubObservers

/// Every ready-made observer, with its files in a folder.
enum Features {
  @MainActor
  static func all(in folder: URL, scheduler: any Scheduler) throws -> [any PushPlugin] {
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
