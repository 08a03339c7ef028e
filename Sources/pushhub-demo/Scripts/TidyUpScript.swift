public import PushHub
public import PushHubAlerts
public import PushHubRecorder
public import PushHubReplay

/// The delivered notifications, with a system's list that holds what the transcript tells.
///
/// A list is for the question that waits or, if none does, for the next.
@MainActor
public final class TidyUpScript: FeatureScript {
  /// The name.
  public let name = "delivered"
  /// The title of the lane.
  public let title = "Notification Center"
  /// What it brings to transcripts.
  public let vocabulary: [any FeatureRecord.Type] = [DeliveredRecord.self]

  private let center = Center()
  private let delivered: DeliveredNotifications

  /// Makes a script.
  ///
  /// - Parameter configuration: What is about what, as in the app.
  public init(_ configuration: DeliveredNotifications.Configuration = .init()) {
    delivered = DeliveredNotifications(center: center, configuration: configuration)
  }

  /// The feature, with the outside world of the transcript.
  public func plugin(on stage: Stage) -> any PushPlugin { delivered }

  /// Lets happen what a record tells.
  public func apply(_ record: any FeatureRecord) {
    switch record as? DeliveredRecord {
    case .listed(let notifications): center.lists.take(notifications)
    case .removal(let subjects): delivered.remove(Set(subjects))
    case nil: break
    }
  }

  private final class Center: DeliveredNotificationCenter {
    let lists = ScriptedAnswers<[DeliveredNotification]>()

    func delivered() async -> [DeliveredNotification] { (try? await lists.next()) ?? [] }

    func remove(_ ids: [String]) {}
  }
}

// MARK: - On the timeline

extension TidyUpScript {
  /// What is true of the feature now.
  public func facts(on stage: Stage) -> [any FeatureFact] {
    let count = delivered.count
    return [
      PlainFact(
        name: "count",
        json: count.map { .number(JSONNumber($0)) } ?? nil,
        words: count.map { "\($0.notifications) left in Notification Center\(.since)" }
          ?? "it is not known what is in Notification Center",
        hasCauses: count != nil,
        firstOrigins: [[Topic(TidyUpTopic.list)]]
      )
    ]
  }

  /// What a record looks like.
  public func appearance(of record: any FeatureRecord) -> RecordAppearance {
    switch record as? DeliveredRecord {
    case .listed(let notifications):
      RecordAppearance(
        words: "the system's list holds \(notifications.count.notifications)",
        look: MarkLook("≣", label: "\(notifications.count)")
      )
    case .removal(let subjects):
      RecordAppearance(
        words: "the app has removed what is about \(subjects.map(\.words).listed)",
        look: MarkLook("⌫")
      )
    case nil: RecordAppearance(words: "")
    }
  }

  /// What a record means on the timeline: each may be why the list is read.
  public func traces(of input: TranscriptInput) -> [Trace] {
    switch input {
    case .app, .page, .overlay, .account, .push, .open, .launch:
      [.marks(Topic(TidyUpTopic.occasion))]
    case .feature:
      switch input.record(as: DeliveredRecord.self) {
      case .listed: [.marks(Topic(TidyUpTopic.list))]
      case .removal: [.marks(Topic(TidyUpTopic.occasion))]
      case nil: []
      }
    default: []
    }
  }

  /// What a list came of.
  public func origins(of record: any FeatureRecord) -> [Topic] {
    if case .listed = record as? DeliveredRecord { [Topic(TidyUpTopic.occasion)] } else { [] }
  }

  /// Why nothing came of a record.
  public var reasonForNothing: String? {
    "Nothing was to go by it, or the system's list has not come yet."
  }

  /// Why nothing has led to what is true.
  public func reasonForNoHistory(signedOut: String?) -> String {
    "the system has not given its list."
  }
}

private enum TidyUpTopic: Hashable {
  case occasion, list
}

extension DeliveredNotificationsEvent: TimelineEvent {
  /// How it looks on the timeline.
  public var look: MarkLook {
    switch self {
    case .removed(let ids): MarkLook("⌫", label: "\(ids.count)")
    case .noAnswer: MarkLook("✕", isProblem: true)
    }
  }

  /// What it came of.
  public var origins: [Topic] { [Topic(self == .noAnswer ? TidyUpTopic.occasion : .list)] }

  /// Why nothing more comes of it.
  public var reasonForNothing: String? {
    self == .noAnswer
      ? "The list is read on the next occasion." : "They are gone from Notification Center."
  }

  /// What it is counted as.
  public var tally: Tally? {
    self == .noAnswer ? Tally("Lists that did not come", of: "in time") : nil
  }
}
