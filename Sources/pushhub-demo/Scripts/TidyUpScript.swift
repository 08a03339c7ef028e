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

  private let configuration: DeliveredNotifications.Configuration
  private let center = Center()
  private var delivered: DeliveredNotifications?

  /// Makes a script.
  ///
  /// - Parameter configuration: What is about what, as in the app.
  public init(_ configuration: DeliveredNotifications.Configuration = .init()) {
    self.configuration = configuration
  }

  /// Makes the feature, with the outside world of the transcript.
  public func plugin(on stage: Stage) -> any PushPlugin {
    let delivered = DeliveredNotifications(center: center, configuration: configuration)
    delivered.log = { entry in
      switch entry {
      case .removed(let ids): stage.tell(TidyUpEvent.removed(ids))
      case .noAnswer: stage.tell(TidyUpEvent.noAnswer)
      }
    }
    self.delivered = delivered
    return delivered
  }

  /// Lets happen what a record tells.
  public func apply(_ record: any FeatureRecord) {
    switch record as? DeliveredRecord {
    case .listed(let notifications): center.lists.take(notifications)
    case .removal(let subjects): delivered?.remove(Set(subjects))
    case nil: break
    }
  }

  private final class Center: DeliveredNotificationCenter {
    let lists = ScriptedAnswers<[DeliveredNotification]>()

    func delivered() async -> [DeliveredNotification] { (try? await lists.next()) ?? [] }

    func remove(_ ids: [String]) {}
  }
}

// MARK: - What is true

extension TidyUpScript {
  /// What is true of the feature now.
  public func facts(on stage: Stage) -> [any FeatureFact] {
    delivered.map { [TidyUpFact(count: $0.count)] } ?? []
  }
}

// MARK: - On the timeline

extension TidyUpScript {
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
    case .token, .tokenError, .screenshot, .end: []
    }
  }

  /// What a list came of.
  public func origins(of record: any FeatureRecord) -> [Topic] {
    if case .listed = record as? DeliveredRecord { [Topic(TidyUpTopic.occasion)] } else { [] }
  }

  /// Why nothing will come of a record, as far as the feature knows.
  public func reasonForNothing(after input: TranscriptInput) -> String? {
    switch input.record(as: DeliveredRecord.self) {
    case .listed where center.lists.isAsked: "Nothing of it was to go."
    case .listed: "Nobody had asked for the list; this is for the next question."
    case .removal: "It goes once the system's list is read, if anything is there."
    case nil: nil
    }
  }

  /// Why nothing has led to what is true.
  public func reasonForNoHistory(signedOut: String?) -> String {
    "the system has not given its list."
  }
}

extension NotificationSubject {
  /// What it is, without a value, which may be anything.
  fileprivate var words: String {
    switch self {
    case .thread(let thread): "thread \(thread)"
    case .category(let category): "category \(category)"
    case .target(let target): "target \(target)"
    case .message(let id): "message \(id)"
    case .value(_, let key): "a value of \(key)"
    }
  }
}

// MARK: - What it does

/// What marks about delivered notifications are about.
enum TidyUpTopic: Hashable {
  case occasion
  case list
}

/// What the delivered notifications did.
public enum TidyUpEvent: TimelineEvent {
  /// Notifications were removed, by the identifiers of their requests.
  case removed([String])

  /// The system did not give its list in time.
  case noAnswer

  /// The name.
  public var name: String {
    switch self {
    case .removed: "removed"
    case .noAnswer: "noAnswer"
    }
  }

  /// What stands in its JSON.
  public var fields: KeyValuePairs<String, JSONValue?> {
    switch self {
    case .removed(let ids): ["ids": .array(ids.map(JSONValue.string))]
    case .noAnswer: [:]
    }
  }

  /// What happened, for people.
  public var words: String {
    switch self {
    case .removed(let ids): "removes \(ids.count.notifications): \(ids.listed)"
    case .noAnswer: "the system has not given its list in time"
    }
  }

  /// How it looks on the timeline.
  public var look: MarkLook {
    switch self {
    case .removed(let ids): MarkLook("⌫", label: "\(ids.count)")
    case .noAnswer: MarkLook("✕", isProblem: true)
    }
  }

  /// What it came of.
  public var origins: [Topic] {
    switch self {
    case .removed: [Topic(TidyUpTopic.list)]
    case .noAnswer: [Topic(TidyUpTopic.occasion)]
    }
  }

  /// Why nothing more comes of it.
  public var reasonForNothing: String? {
    switch self {
    case .removed: "They are gone from Notification Center."
    case .noAnswer: "The list is read on the next occasion."
    }
  }

  /// What it is counted as.
  public var tally: Tally? {
    if case .noAnswer = self { Tally("Lists that did not come", of: "in time") } else { nil }
  }
}

extension Int {
  fileprivate var notifications: String { self == 1 ? "1 notification" : "\(self) notifications" }
}

/// How many notifications are left, as far as is known.
struct TidyUpFact: FeatureFact {
  let count: Int?

  var name: String { "count" }

  var json: JSONValue { count.map { .number(JSONNumber($0)) } ?? nil }

  var words: FactWords {
    switch count {
    case nil: "it is not known what is in Notification Center"
    case let count?: "\(count.notifications) left in Notification Center\(.since)"
    }
  }

  var hasCauses: Bool { count != nil }

  var firstOrigins: [[Topic]] { [[Topic(TidyUpTopic.list)]] }

  func isTold(by event: any FeatureEvent) -> Bool {
    if case .removed = event as? TidyUpEvent { true } else { false }
  }
}
