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
  func send(_: RegistrationRequest) {}
  func send(_: ReceiptBatch) {}
}

extension StubWorld: UnreadCountSource, LatestNotificationSource {
  func unreadCount(for _: AccountID) -> Int { 0 }
  func snapshots(for _: AccountID) -> ScheduledStream<[NotificationCursor]> { ScheduledStream() }
}

extension StubWorld: LiveActivitySource {
  var types: [String] { [] }
  func read() -> LiveActivityReport { LiveActivityReport() }
  func start(_: @escaping @MainActor (LiveActivityReport) -> Void) {}
  func stop() {}
  func end(_: String) {}
}

extension StubWorld: PermissionAuthority, DeliveredNotificationCenter, LocalNotificationSystem {
  func level() -> PermissionLevel { .notDetermined }
  func request(isProvisional _: Bool) -> PermissionLevel { .notDetermined }
  func delivered() -> [DeliveredNotification] { [] }
  func remove(_: [String]) {}
  func add(_: LocalNotification, as _: String, in _: TimeInterval) {}
  func show(_: LocalNotification, as _: String) {}
  func removePending(_: [String]) {}
  func pending() -> [String] { [] }
}

extension StubWorld: ForegroundBannerPresenting {
  func present(_: ForegroundBanner) {}
  func dismiss(_: ForegroundBanner, outcome _: ForegroundBannerOutcome) {}
}

extension StubWorld: ScreenshotPresenting {
  func present(_: Screenshot<Void>) {}
  func edit(_: Void) {}
  func dismiss(_: Screenshot<Void>, outcome _: ScreenshotOutcome) {}
}
