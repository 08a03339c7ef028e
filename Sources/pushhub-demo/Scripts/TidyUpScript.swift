import PushHub
public import PushHubAlerts
import PushHubRecorder
public import PushHubReplay

/// The delivered notifications, with a system's list that holds what the transcript tells.
///
/// A list is for the question that waits or, if none does, for the next.
@MainActor
final class TidyUpScript: ReadyMadeScript {
  let name = "delivered"
  let title = "Notification Center"

  private let center = Center()
  private let delivered: DeliveredNotifications

  init(_ configuration: DeliveredNotifications.Configuration = .init()) {
    delivered = DeliveredNotifications(center: center, configuration: configuration)
  }

  func plugin(on stage: Stage) -> any PushPlugin { delivered }

  func apply(_ record: DeliveredRecord) {
    switch record {
    case .listed(let notifications): center.lists.take(notifications)
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
  func facts(on stage: Stage) -> [any FeatureFact] {
    let count = delivered.count
    return [
      PlainFact(
        "count",
        count?.json ?? nil,
        words: count.map { "\($0.notifications) left in Notification Center\(.since)" }
          ?? "it is not known what is in Notification Center",
        hasCauses: count != nil,
        firstOrigins: [[.list]]
      )
    ]
  }

  func appearance(of record: DeliveredRecord) -> RecordAppearance {
    switch record {
    case .listed(let list):
      RecordAppearance(
        "the system's list holds \(list.count.notifications)",
        "≣",
        label: "\(list.count)"
      )
    case .removal(let subjects):
      RecordAppearance("the app has removed what is about \(subjects.map(\.words).listed)", "⌫")
    }
  }

  /// Each may be why the list is read.
  func traces(of input: TranscriptInput) -> [Trace] {
    switch input {
    case .app, .page, .overlay, .account, .push, .open, .launch: [.marks(.occasion)]
    case .feature(let record) where owns(input): [.marks(isList(record) ? .list : .occasion)]
    default: []
    }
  }

  func origins(of record: any FeatureRecord) -> [Topic] { isList(record) ? [.occasion] : [] }

  private func isList(_ record: any FeatureRecord) -> Bool {
    if case .listed = record as? DeliveredRecord { true } else { false }
  }

  var reasonForNothing: String? {
    "Nothing was to go by it, or the system's list has not come yet."
  }

  func reasonForNoHistory(signedOut: String?) -> String { "the system has not given its list." }
}

extension Topic {
  private enum OfDelivered { case occasion, list }

  fileprivate static let occasion = Self(OfDelivered.occasion)
  fileprivate static let list = Self(OfDelivered.list)
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
  public var origins: [Topic] { [self == .noAnswer ? .occasion : .list] }

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
