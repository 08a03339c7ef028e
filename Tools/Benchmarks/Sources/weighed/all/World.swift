import PushHub
import PushHubAlerts
import PushHubBackend
import PushHubNetworking
import PushHubObservers

/// Everything outside of the app: all answer at once.
@MainActor
final class World: UnreadCountSource, RegistrationEndpoint, ReceiptEndpoint,
  LatestNotificationSource
{
  @MainActor
  func unreadCount(for account: AccountID) async throws -> Int { 1 }
  func send(_ request: RegistrationRequest) async throws {}
  func send(_ batch: ReceiptBatch) async throws {}

  func snapshots(for account: AccountID) -> ScheduledStream<[NotificationCursor]> {
    ScheduledStream()
  }
}

extension World: ScreenshotPresenting {
  func present(_ screenshot: Screenshot<[UInt8]>) async throws {}
  func edit(_ image: [UInt8]) {}
  func dismiss(_ screenshot: Screenshot<[UInt8]>, outcome: ScreenshotOutcome) async {}
}

extension World: ForegroundBannerPresenting {
  func present(_ banner: ForegroundBanner) async throws {}
  func dismiss(_ banner: ForegroundBanner, outcome: ForegroundBannerOutcome) async {}
}

extension World: DeliveredNotificationCenter {
  func delivered() async -> [DeliveredNotification] { [] }
  func remove(_ ids: [String]) {}
}

extension World: LocalNotificationSystem {
  func add(_ notification: LocalNotification, as id: String, in interval: Double) async throws {}
  func show(_: LocalNotification, as _: String) throws {}
  func removePending(_ identifiers: [String]) async throws {}
  func pending() async throws -> [String] { [] }
}

extension World: PermissionAuthority {
  func level() async throws -> PermissionLevel { .authorized }
  func request(isProvisional: Bool) async throws -> PermissionLevel { .authorized }
}
