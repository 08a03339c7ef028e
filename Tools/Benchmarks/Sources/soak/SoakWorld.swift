import Foundation
import PushHub
import PushHubAlerts
import PushHubBackend
import PushHubNetworking
import PushHubObservers

/// Everything outside of the app, its servers, its screens and the system: all answer at once, but for
/// one time in so many.
@MainActor
final class SoakWorld {
  struct Failure: RetryAdvice {
    var retryAfter: Duration?
    var isFinal: Bool { false }
  }

  /// Whether everybody answers always.
  var isWell = false

  private var callCount = 0
  private var subscription: ScheduledStream<[NotificationCursor]>?
  private var notifications: [DeliveredNotification] = []
  private var reminders: [String: Date] = [:]
  private(set) var banner: ForegroundBanner?
  private(set) var screenshot: Screenshot<[UInt8]>?

  /// What time it is, for the system's reminders.
  var date: () -> Date = { .distantPast }

  /// Fails one time in 17, and now and then asks to be left alone.
  private func answer() throws {
    callCount += 1
    guard !isWell, callCount.isMultiple(of: 17) else { return }
    throw Failure(retryAfter: callCount.isMultiple(of: 3) ? .seconds(20) : nil)
  }
}

// MARK: - Servers

extension SoakWorld: UnreadCountSource {
  @MainActor
  func unreadCount(for account: AccountID) async throws -> Int {
    try answer()
    return callCount % 100
  }
}

extension SoakWorld: ReceiptEndpoint, RegistrationEndpoint {
  @MainActor
  func send(_ batch: ReceiptBatch) async throws { try answer() }

  @MainActor
  func send(_ request: RegistrationRequest) async throws { try answer() }
}

extension SoakWorld: LatestNotificationSource {
  func snapshots(for account: AccountID) -> ScheduledStream<[NotificationCursor]> {
    let subscription = ScheduledStream<[NotificationCursor]>()
    self.subscription = subscription
    subscription.send([])
    return subscription
  }

  /// A list whose newest entry has that number.
  func report(upTo number: Int) {
    subscription?.send(
      (0..<5).map { NotificationCursor(order: JSONNumber(number - $0), id: "n\(number - $0)") }
    )
  }

  /// The connection breaks.
  func hangUp() {
    subscription?.finish(throwing: Failure())
  }
}

// MARK: - The system

extension SoakWorld: DeliveredNotificationCenter {
  func delivered() async -> [DeliveredNotification] { notifications }

  func remove(_ ids: [String]) {
    notifications.removeAll { ids.contains($0.id) }
  }

  /// Shows a notification, as long as there is room.
  func show(_ push: Push) {
    notifications.append(
      DeliveredNotification(id: push.id, payload: push.payload, date: push.receivedAt)
    )
    if notifications.count > 5 {
      notifications.removeFirst()
    }
  }
}

extension SoakWorld: LocalNotificationSystem {
  func add(
    _ notification: LocalNotification,
    as identifier: String,
    in interval: TimeInterval
  ) async throws {
    try answer()
    reminders[identifier] = date() + interval
  }

  func show(_: LocalNotification, as _: String) throws {}

  func removePending(_ identifiers: [String]) async throws {
    try answer()
    for identifier in identifiers {
      reminders[identifier] = nil
    }
  }

  func pending() async throws -> [String] {
    try answer()
    reminders = reminders.filter { $0.value > date() }
    return Array(reminders.keys)
  }
}

extension SoakWorld: PermissionAuthority {
  func level() async throws -> PermissionLevel { .authorized }
  func request(isProvisional: Bool) async throws -> PermissionLevel { .authorized }
}

// MARK: - Screens

extension SoakWorld: ForegroundBannerPresenting {
  func present(_ banner: ForegroundBanner) async throws {
    try answer()
    self.banner = banner
  }

  func dismiss(_ banner: ForegroundBanner, outcome: ForegroundBannerOutcome) async {
    self.banner = nil
  }
}

extension SoakWorld: ScreenshotPresenting {
  func capture() async throws -> [UInt8] {
    try answer()
    return Array(repeating: 0, count: 4_096)
  }

  func present(_ screenshot: Screenshot<[UInt8]>) async throws {
    try answer()
    self.screenshot = screenshot
  }

  func edit(_ image: [UInt8]) {}

  func dismiss(_ screenshot: Screenshot<[UInt8]>, outcome: ScreenshotOutcome) async {
    self.screenshot = nil
  }
}
