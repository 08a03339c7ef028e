import PushHub
import PushHubAlerts
import PushHubRecorder
import PushHubReplay

/// The delivered notifications, with the system's lists in the transcript.
final class TidyUpScript: KernelScript<DeliveredNotifications> {
  private final class NoCenter: DeliveredNotificationCenter {
    func delivered() async -> [DeliveredNotification] { [] }
    func remove(_ ids: [String]) {}
  }

  init(_ configuration: DeliveredNotifications.Configuration) {
    super.init(named: "delivered") { _ in
      DeliveredNotifications(center: NoCenter(), configuration: configuration)
    }
  }

  override var title: String { "Notification Center" }

  override func takesPart(in transcript: Transcript) -> Bool { hasRecords(in: transcript) }

  override func mark(of event: any FeatureEvent) -> TimelineMark {
    switch event as? DeliveredNotificationsEvent {
    case .removed(let ids): TimelineMark("⌫", label: "\(ids.count)", from: ["notificationCenter"])
    case .noAnswer: .problem()
    case nil: super.mark(of: event)
    }
  }
}
