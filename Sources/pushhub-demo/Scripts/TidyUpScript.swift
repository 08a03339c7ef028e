import PushHub
import PushHubAlerts
import PushHubRecorder
import PushHubReplay

/// The delivered notifications, with the system's lists in the transcript.
@MainActor
final class TidyUpScript: ReadyMadeScript, RecordedScript {
  let name = "delivered"
  let title = "Notification Center"

  private let center = Center()
  private let delivered: DeliveredNotifications

  init(_ configuration: DeliveredNotifications.Configuration) {
    delivered = DeliveredNotifications(center: center, configuration: configuration)
  }

  func plugin(in replay: Replay) -> any PushPlugin { delivered }

  func apply(_ record: DeliveredRecord) {
    switch record {
    case .listed(let notifications): center.lists.provide(notifications)
    case .removal(let subjects): delivered.remove(Set(subjects))
    }
  }

  private final class Center: DeliveredNotificationCenter {
    let lists = ScriptedAnswers<[DeliveredNotification]>()

    func delivered() async -> [DeliveredNotification] { (try? await lists.next()) ?? [] }

    func remove(_ ids: [String]) {}
  }
}

extension TidyUpScript {
  func facts(in replay: Replay) -> [(name: String, value: JSONValue)] {
    [("in Notification Center", delivered.count?.json ?? "not known")]
  }

  func mark(of event: DeliveredNotificationsEvent) -> TimelineMark {
    switch event {
    case .removed(let ids): TimelineMark("⌫", label: "\(ids.count)", from: ["delivered"])
    case .noAnswer: TimelineMark("✕", isProblem: true)
    }
  }
}
