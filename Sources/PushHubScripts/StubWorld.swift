import Foundation
import PushHub
import PushHubAlerts
import PushHubBackend
import PushHubNetworking
import PushHubObservers

/// The servers and systems of features in a replay, which are not asked, and a screen without delay.
@MainActor
final class StubWorld {}

extension StubWorld: RegistrationEndpoint, ReceiptEndpoint {
  func send(_ request: RegistrationRequest) async throws {}
  func send(_ batch: ReceiptBatch) async throws {}
}

extension StubWorld: UnreadCountSource, LatestNotificationSource {
  func unreadCount(for account: AccountID) async throws -> Int { 0 }
  func snapshots(for account: AccountID) -> ScheduledStream<[NotificationCursor]> {
    ScheduledStream()
  }
}

extension StubWorld: LiveActivitySource {
  var types: [String] { [] }
  func read() -> LiveActivityReport { LiveActivityReport() }
  func start(_ receive: @escaping @MainActor (LiveActivityReport) -> Void) {}
  func stop() {}
  func end(_ id: String) {}
}

extension StubWorld: PermissionAuthority, DeliveredNotificationCenter, LocalNotificationSystem {
  func level() async throws -> PermissionLevel { .notDetermined }
  func request(isProvisional: Bool) async throws -> PermissionLevel { .notDetermined }
  func delivered() async -> [DeliveredNotification] { [] }
  func remove(_ ids: [String]) {}
  func add(_: LocalNotification, as _: String, in _: TimeInterval) async throws {}
  func show(_: LocalNotification, as _: String) throws {}
  func removePending(_ identifiers: [String]) async throws {}
  func pending() async throws -> [String] { [] }
}

extension StubWorld: ForegroundBannerPresenting {
  func present(_ banner: ForegroundBanner) async throws {}
  func dismiss(_ banner: ForegroundBanner, outcome: ForegroundBannerOutcome) async {}
}

extension StubWorld: ScreenshotPresenting {
  func present(_ screenshot: Screenshot<Void>) async throws {}
  func edit(_ image: Void) {}
  func dismiss(_ screenshot: Screenshot<Void>, outcome: ScreenshotOutcome) async {}
}
