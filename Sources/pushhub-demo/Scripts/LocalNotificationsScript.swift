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
final class LocalNotificationsScript: ReadyMadeScript {
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
    case .done, .pending, .failed: system.answers.take(record)
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
      case .failed(let reason): throw ScriptedError(message: reason)
      case .done, .schedule, .cancel: return []
      }
    }
  }
}

extension LocalNotificationsScript {
  func facts(on stage: Stage) -> [any FeatureFact] {
    [
      PlainFact(
        "scheduled",
        notifications.scheduled.map(\.id),
        words: "scheduled",
        orNone: "nothing is scheduled",
        from: .wishes
      )
    ]
  }

  func appearance(of record: LocalRecord) -> RecordAppearance {
    switch record {
    case .schedule(let wish, let isBound):
      RecordAppearance("the app schedules \(wish.id)\(isBound ? " for who is signed in" : "")", "◷")
    case .cancel(let ids): RecordAppearance("the app cancels \(ids.listed)", "–")
    case .done: RecordAppearance("the system has done it", "✓")
    case .pending(let held): RecordAppearance("the system holds \(held.count) requests", "≣")
    case .failed(let reason):
      RecordAppearance("the system fails: \(reason.clause)", "✕", isProblem: true)
    }
  }

  func traces(of input: TranscriptInput) -> [Trace] {
    owns(input) ? [.marks(.wishes)] : []
  }

  func origins(of record: any FeatureRecord) -> [Topic] {
    switch record as? LocalRecord {
    case .done, .pending, .failed: [.wishes]
    case .schedule, .cancel, nil: []
    }
  }

  var reasonForNothing: String? { "The system holds what is wanted, or is asked for the next." }
}

extension Topic {
  private enum OfLocal { case wishes }

  fileprivate static let wishes = Self(OfLocal.wishes)
}

extension LocalNotificationsEvent: TimelineEvent {
  /// How it looks on the timeline.
  public var look: MarkLook {
    switch self {
    case .mooted, .signedOut: MarkLook("–")
    default: MarkLook("!", isProblem: true)
    }
  }

  /// What it came of, if not of a push or a sign-out.
  public var origins: [Topic] { [.wishes] }

  /// What it is counted as.
  public var tally: Tally? {
    switch self {
    case .failed, .storeFailed: nil
    default: Tally("Local notifications that are not shown", of: name)
    }
  }
}
