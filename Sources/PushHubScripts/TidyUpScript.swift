import PushHubAlerts
import PushHubReplay

private final class NoCenter: DeliveredNotificationCenter {
  func delivered() async -> [DeliveredNotification] { [] }
  func remove(_ ids: [String]) {}
}

extension ReadyMadeScripts {
  /// The delivered notifications, with the system's lists in the transcript.
  static func delivered(
    _ configuration: DeliveredNotifications.Configuration
  ) -> KernelScript<DeliveredNotifications> {
    KernelScript(named: "delivered", title: "Notification Center", onlyIfRecorded: true) { _ in
      DeliveredNotifications(center: NoCenter(), configuration: configuration)
    } mark: { event in
      switch event {
      case .removed(let ids):
        TimelineMark("⌫", label: "\(ids.count)", from: ["notificationCenter"])
      case .noAnswer: .problem()
      }
    }
  }
}
