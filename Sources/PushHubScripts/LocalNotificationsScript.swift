import Foundation
import PushHub
import PushHubAlerts
import PushHubNetworking
import PushHubRecorder
import PushHubReplay

/// The local notifications, with the app's calls and the system's answers in the transcript.
///
/// The store is in memory and starts empty. Notifications are scheduled in UTC.
@MainActor
final class LocalNotificationsScript: ReadyMadeScript, RecordedScript, LocalNotificationSystem {
  let name = "local"
  let title = "Local notifications"

  private let answers = ScriptedAnswers<LocalRecord>()
  private weak var notifications: LocalNotifications?

  func plugin(in replay: Replay) -> any PushPlugin {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let notifications = LocalNotifications(
      system: self,
      store: MemoryStore<LocalNotificationLedger>(),
      calendar: calendar
    )
    self.notifications = notifications
    return notifications
  }

  func apply(_ record: LocalRecord) {
    switch record {
    case .schedule(let notification, let isBound):
      notifications?.schedule(notification, isBoundToAccount: isBound)
    case .cancel(let ids): notifications?.cancel(ids)
    case .done, .pending, .failed: answers.provide(record)
    }
  }

  func add(
    _ notification: LocalNotification,
    as identifier: String,
    in interval: TimeInterval
  ) async throws { _ = try await pending() }

  func removePending(_ identifiers: [String]) async throws { _ = try await pending() }

  func pending() async throws -> [String] {
    switch try await answers.next() {
    case .pending(let identifiers): return identifiers
    case .failed(let reason): throw SourceFailure(message: reason)
    case .done, .schedule, .cancel: return []
    }
  }
}

extension LocalNotificationsScript {
  func facts(in replay: Replay) -> [(name: String, value: JSONValue)] {
    [("scheduled", (notifications?.scheduled ?? []).map(\.id).fact)]
  }

  func mark(of event: LocalNotificationsEvent) -> TimelineMark {
    switch event {
    case .mooted, .signedOut: TimelineMark("–")
    default: TimelineMark("!", isProblem: true)
    }
  }
}
