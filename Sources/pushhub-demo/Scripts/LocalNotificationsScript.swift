import Foundation
import PushHub
public import PushHubAlerts
import PushHubNetworking
import PushHubRecorder
public import PushHubReplay

/// The local notifications, with an app and a system that say what the transcript tells.
///
/// What the system says is for the question that waits or, if none does, for the next. The store is in
/// memory and starts empty. Notifications are scheduled by the clock of UTC.
@MainActor
final class LocalNotificationsScript: ReadyMadeScript, RecordedScript {
  let name = "local"
  let title = "Local notifications"

  private let system = System()
  private let notifications: LocalNotifications

  init() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    notifications = LocalNotifications(
      system: system,
      store: MemoryStore<LocalNotificationLedger>(),
      calendar: calendar
    )
  }

  func plugin(on stage: Stage) -> any PushPlugin { notifications }

  func apply(_ record: LocalRecord) {
    switch record {
    case .schedule(let notification, let isBound):
      notifications.schedule(notification, isBoundToAccount: isBound)
    case .cancel(let ids): notifications.cancel(ids)
    case .done, .pending, .failed: system.answers.provide(record)
    }
  }

  private final class System: LocalNotificationSystem {
    let answers = ScriptedAnswers<LocalRecord>()

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
}

extension LocalNotificationsScript {
  func facts(on stage: Stage) -> [FeatureFact] {
    [
      FeatureFact(
        "scheduled",
        notifications.scheduled.map(\.id),
        "scheduled",
        orNone: "nothing is scheduled",
        from: "local"
      )
    ]
  }

  func mark(of record: LocalRecord) -> TimelineMark {
    switch record {
    case .schedule(let wish, let isBound):
      let whose = isBound ? " for who is signed in" : ""
      return TimelineMark("◷", message: "the app schedules \(wish.id)\(whose)")
    case .cancel(let ids): return TimelineMark("–", message: "the app cancels \(ids.listed)")
    case .done: return TimelineMark("✓", message: "the system has done it", from: ["local"])
    case .pending(let held):
      return TimelineMark("≣", message: "the system holds \(held.count) requests", from: ["local"])
    case .failed(let reason):
      return TimelineMark(
        "✕",
        message: "the system fails: \(reason.clause)",
        isProblem: true,
        from: ["local"]
      )
    }
  }

  var reasonForNothing: String? { "The system holds what is wanted, or is asked for the next." }
}

extension LocalNotificationsEvent: TimelineEvent {
  /// How it stands on the timeline, and what it came of if not of a push or a sign-out.
  public var mark: TimelineMark {
    switch self {
    case .failed, .store: TimelineMark("!", isProblem: true, from: ["local"])
    case .mooted, .signedOut: TimelineMark("–", from: ["local"], tally: notShown)
    case .nobodySignedIn, .neverShown, .missed:
      TimelineMark("!", isProblem: true, from: ["local"], tally: notShown)
    }
  }

  private var notShown: (String, String) { ("Local notifications that are not shown", name) }
}
