import Foundation
public import PushHub
public import PushHubAlerts
import PushHubNetworking
public import PushHubRecorder
public import PushHubReplay

/// The local notifications, with an app and a system that say what the transcript tells.
///
/// What the system says is for the question that waits or, if none does, for the next. The store is in
/// memory and starts empty. Notifications are scheduled by the clock of UTC.
@MainActor
public final class LocalNotificationsScript: FeatureScript {
  /// The name.
  public let name = "local"
  /// The title of the lane.
  public let title = "Local notifications"
  /// What it brings to transcripts.
  public let vocabulary: [any FeatureRecord.Type] = [LocalRecord.self]

  private enum Subject { case wishes }
  fileprivate nonisolated static let wishes = Topic(Subject.wishes)

  private let system = System()
  private var notifications: LocalNotifications?

  /// Makes a script.
  public init() {}

  /// Makes the feature, with the outside world of the transcript.
  public func plugin(on stage: Stage) -> any PushPlugin {
    let notifications = LocalNotifications(
      system: system,
      store: MemoryStore<LocalNotificationLedger>(),
      calendar: .gregorianUTC
    )
    self.notifications = notifications
    return notifications
  }

  /// Lets happen what a record tells.
  public func apply(_ record: any FeatureRecord) {
    guard let notifications, let record = record as? LocalRecord else { return }
    switch record {
    case .schedule(let notification, let isBound):
      notifications.schedule(notification, isBoundToAccount: isBound)
    case .cancel(let ids): notifications.cancel(ids)
    case .cancelAll(let account): notifications.cancelAll(for: account)
    case .done, .pending, .failed: system.answers.take(record)
    }
  }

  private final class System: LocalNotificationSystem {
    let answers = ScriptedAnswers<LocalRecord>()

    func add(
      _ notification: LocalNotification,
      as identifier: String,
      in interval: TimeInterval
    ) async throws { _ = try await answer() }
    func removePending(_ identifiers: [String]) async throws { _ = try await answer() }
    func pending() async throws -> [String] { try await answer() }

    private func answer() async throws -> [String] {
      switch try await answers.next() {
      case .pending(let identifiers): return identifiers
      case .failed(let reason): throw ScriptedError(message: reason)
      case .done, .schedule, .cancel, .cancelAll: return []
      }
    }
  }
}

// MARK: - On the timeline

extension LocalNotificationsScript {
  /// What is true of the feature now.
  public func facts(on stage: Stage) -> [any FeatureFact] {
    guard let notifications else { return [] }
    return [
      PlainFact(
        "scheduled",
        notifications.scheduled.map(\.id),
        words: "scheduled",
        orNone: "nothing is scheduled",
        from: Self.wishes
      ),
      PlainFact(
        "waiting",
        notifications.waiting.map(\.id),
        words: "waits for a place",
        orNone: "nothing waits for a place",
        from: Self.wishes
      ),
    ]
  }

  /// What a record looks like.
  public func appearance(of record: any FeatureRecord) -> RecordAppearance {
    let (words, look) =
      switch record as? LocalRecord {
      case .schedule(let wish, let isBound):
        ("the app schedules \(wish.id)" + (isBound ? " for who is signed in" : ""), MarkLook("◷"))
      case .cancel(let ids): ("the app cancels \(ids.listed)", MarkLook("–"))
      case .cancelAll(let account): ("the app cancels all of \(account.rawValue)", MarkLook("–"))
      case .done: ("the system has done it", MarkLook("✓"))
      case .pending(let held): ("the system holds \(held.count) requests", MarkLook("≣"))
      case .failed(let reason):
        ("the system fails: \(reason.clause)", MarkLook("✕", isProblem: true))
      case nil: ("", MarkLook())
      }
    return RecordAppearance(words: words, look: look)
  }

  /// What a record means on the timeline.
  public func traces(of input: TranscriptInput) -> [Trace] {
    owns(input) ? [.marks(Self.wishes)] : []
  }

  /// What a record came of, if the system says it.
  public func origins(of record: any FeatureRecord) -> [Topic] {
    switch record as? LocalRecord {
    case .done, .pending, .failed: [Self.wishes]
    case .schedule, .cancel, .cancelAll, nil: []
    }
  }

  /// Why nothing came of a record.
  public var reasonForNothing: String? {
    "The system holds what is wanted, or is asked for the next."
  }
}

extension LocalNotificationsEvent: TimelineEvent {
  /// How it looks on the timeline.
  public var look: MarkLook {
    switch self {
    case .dropped(_, .mooted), .dropped(_, .signedOut): MarkLook("–")
    case .dropped, .failed, .storeFailed: MarkLook("!", isProblem: true)
    }
  }

  /// What it came of, if not of a push or a sign-out.
  public var origins: [Topic] { [LocalNotificationsScript.wishes] }

  /// What it is counted as.
  public var tally: Tally? {
    if case .dropped(_, let reason) = self {
      Tally("Local notifications that are not shown", of: reason.rawValue)
    } else {
      nil
    }
  }
}

extension Calendar {
  /// The calendar by which a play is the same on each machine.
  fileprivate static var gregorianUTC: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }
}
