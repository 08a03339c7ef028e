import Foundation
import PushHub
import PushHubAlerts
import PushHubReplay

private final class NoSystem: LocalNotificationSystem {
  func add(_: LocalNotification, as _: String, in _: TimeInterval) async throws {}
  func show(_: LocalNotification, as _: String) throws {}
  func removePending(_ identifiers: [String]) async throws {}
  func pending() async throws -> [String] { [] }
}

extension ReadyMadeScripts {
  /// The local notifications, with the app's calls and the system's answers in the transcript.
  ///
  /// The store is in memory and starts empty. Notifications are scheduled in UTC.
  static var localNotifications: KernelScript<LocalNotifications> {
    KernelScript(title: "Local notifications", onlyIfRecorded: true) { _ in
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      return LocalNotifications(system: NoSystem(), store: MemoryStore(), calendar: calendar)
    } mark: { event in
      switch event {
      case .mooted, .signedOut: TimelineMark("–")
      default: TimelineMark("!", isProblem: true)
      }
    }
  }
}
