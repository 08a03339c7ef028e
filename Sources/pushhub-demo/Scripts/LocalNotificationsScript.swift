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

  private let configuration: LocalNotifications.Configuration
  private let system = System()
  private var notifications: LocalNotifications?

  /// Makes a script.
  ///
  /// - Parameter configuration: That of the app's, or one with the clock of UTC.
  public init(_ configuration: LocalNotifications.Configuration? = nil) {
    self.configuration = configuration ?? LocalNotifications.Configuration(calendar: .gregorianUTC)
  }

  /// Makes the feature, with the outside world of the transcript.
  public func plugin(on stage: Stage) -> any PushPlugin {
    let notifications = LocalNotifications(
      system: system,
      store: MemoryStore<LocalNotificationLedger>(),
      configuration: configuration
    )
    notifications.log = { stage.tell(LocalNotificationsEvent($0)) }
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

    func add(_ request: LocalNotificationRequest) async throws { _ = try await answer() }
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

// MARK: - What is true

extension LocalNotificationsScript {
  /// What is true of the feature now.
  public func facts(on stage: Stage) -> [any FeatureFact] {
    guard let notifications else { return [] }
    return [
      LocalNotificationsFact.scheduled(notifications.scheduled.map(\.id)),
      LocalNotificationsFact.waiting(notifications.waiting.map(\.id)),
    ]
  }
}

// MARK: - On the timeline

extension LocalNotificationsScript {
  /// What a record looks like.
  public func appearance(of record: any FeatureRecord) -> RecordAppearance {
    switch record as? LocalRecord {
    case .schedule(let notification, let isBound):
      RecordAppearance(
        words: "the app schedules \(notification.id)" + (isBound ? " for who is signed in" : ""),
        look: MarkLook("◷")
      )
    case .cancel(let ids):
      RecordAppearance(words: "the app cancels \(ids.listed)", look: MarkLook("–"))
    case .cancelAll(let account):
      RecordAppearance(words: "the app cancels all of \(account.rawValue)", look: MarkLook("–"))
    case .done: RecordAppearance(words: "the system has done it", look: MarkLook("✓"))
    case .pending(let identifiers):
      RecordAppearance(
        words: "the system holds \(identifiers.count) requests",
        look: MarkLook("≣", label: "\(identifiers.count)")
      )
    case .failed(let reason):
      RecordAppearance(
        words: "the system fails: \(reason.clause)",
        look: MarkLook("✕", isProblem: true)
      )
    case nil: RecordAppearance(words: "")
    }
  }

  /// What a record means on the timeline.
  public func traces(of input: TranscriptInput) -> [Trace] {
    switch (input, input.record(as: LocalRecord.self)) {
    case (.account, _): [.marks(Topic(LocalNotificationsTopic.account))]
    case (_, .schedule), (_, .cancel), (_, .cancelAll):
      [.marks(Topic(LocalNotificationsTopic.wish))]
    case (_, .done), (_, .pending), (_, .failed): [.marks(Topic(LocalNotificationsTopic.system))]
    case (_, nil): []
    }
  }

  /// What an answer of the system came of.
  public func origins(of record: any FeatureRecord) -> [Topic] {
    switch record as? LocalRecord {
    case .done, .pending, .failed: [Topic(LocalNotificationsTopic.wish)]
    case .schedule, .cancel, .cancelAll, nil: []
    }
  }

  /// Why nothing will come of a record, as far as the feature knows.
  public func reasonForNothing(after input: TranscriptInput) -> String? {
    switch input.record(as: LocalRecord.self) {
    case .schedule: "The system shows it at its time, unless it is taken back."
    case .cancel, .cancelAll: "The system forgets what it holds of it."
    case .done, .pending, .failed:
      system.answers.isAsked
        ? "The system holds what is wanted, or is asked for the next." : "The system was not asked."
    case nil: nil
    }
  }

  /// Why nothing has led to what is true.
  public func reasonForNoHistory(signedOut: String?) -> String {
    "the app has scheduled nothing."
  }
}
