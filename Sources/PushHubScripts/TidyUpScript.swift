import PushHub
import PushHubAlerts
import PushHubRecorder
import PushHubReplay

/// The delivered notifications, with the system's lists in the transcript.
@MainActor
final class TidyUpScript: ReadyMadeScript, RecordedScript, DeliveredNotificationCenter {
  let name = "delivered"
  let title = "Notification Center"

  private let lists = ScriptedAnswers<[DeliveredNotification]>()
  private let configuration: DeliveredNotifications.Configuration
  private weak var notifications: DeliveredNotifications?

  init(_ configuration: DeliveredNotifications.Configuration) {
    self.configuration = configuration
  }

  func plugin(in replay: Replay) -> any PushPlugin {
    let notifications = DeliveredNotifications(center: self, configuration: configuration)
    self.notifications = notifications
    return notifications
  }

  func apply(_ record: DeliveredRecord) {
    switch record {
    case .listed(let notifications): lists.provide(notifications)
    case .removal(let subjects): notifications?.remove(Set(subjects))
    }
  }

  func delivered() async -> [DeliveredNotification] { (try? await lists.next()) ?? [] }

  func remove(_ ids: [String]) {}
}

extension TidyUpScript {
  func facts(in replay: Replay) -> [(name: String, value: JSONValue)] {
    [("in Notification Center", notifications?.count.map { JSONValue($0) } ?? "not known")]
  }

  func mark(of event: DeliveredNotificationsEvent) -> TimelineMark {
    switch event {
    case .removed(let ids): TimelineMark("⌫", label: "\(ids.count)", from: ["notificationCenter"])
    case .noAnswer: .problem()
    }
  }
}
