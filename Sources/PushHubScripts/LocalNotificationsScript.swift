import Foundation
import PushHub
import PushHubAlerts
import PushHubRecorder
import PushHubReplay

/// The local notifications, with the app's calls and the system's answers in the transcript.
///
/// The store is in memory and starts empty. Notifications are scheduled in UTC.
final class LocalNotificationsScript: KernelScript<LocalNotifications> {
  private final class NoSystem: LocalNotificationSystem {
    func add(_: LocalNotification, as _: String, in _: TimeInterval) async throws {}
    func removePending(_ identifiers: [String]) async throws {}
    func pending() async throws -> [String] { [] }
  }

  init() {
    super.init { _ in
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      return LocalNotifications(system: NoSystem(), store: MemoryStore(), calendar: calendar)
    }
  }

  override var title: String { "Local notifications" }

  override func takesPart(in transcript: Transcript) -> Bool { hasRecords(in: transcript) }

  override func mark(of event: any FeatureEvent) -> TimelineMark {
    switch event as? LocalNotificationsEvent {
    case .mooted, .signedOut: TimelineMark("–")
    case nil: super.mark(of: event)
    default: TimelineMark("!", isProblem: true)
    }
  }
}
