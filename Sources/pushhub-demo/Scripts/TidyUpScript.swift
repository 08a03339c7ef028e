import PushHub
public import PushHubAlerts
import PushHubRecorder
public import PushHubReplay

/// The delivered notifications, with a system's list that holds what the transcript tells.
///
/// A list is for the question that waits or, if none does, for the next.
@MainActor
final class TidyUpScript: ReadyMadeScript, RecordedScript {
  let name = "delivered"
  let title = "Notification Center"

  private let center = Center()
  private let delivered: DeliveredNotifications

  init(_ configuration: DeliveredNotifications.Configuration) {
    delivered = DeliveredNotifications(center: center, configuration: configuration)
  }

  func plugin(on stage: Stage) -> any PushPlugin { delivered }

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
  func facts(on stage: Stage) -> [FeatureFact] {
    let count = delivered.count
    return [
      FeatureFact(
        "count",
        count?.json ?? nil,
        count.map { "\($0.notifications) left in Notification Center\(.since)" }
          ?? "it is not known what is in Notification Center",
        hasCauses: count != nil,
        from: [.list]
      )
    ]
  }

  func mark(of record: DeliveredRecord) -> TimelineMark {
    switch record {
    case .listed(let list):
      TimelineMark(
        "≣",
        message: "the system's list holds \(list.count.notifications)",
        label: "\(list.count)",
        from: [.occasion]
      )
    case .removal(let subjects):
      TimelineMark(
        "⌫",
        message: "the app has removed what is about \(subjects.map(\.message).listed)"
      )
    }
  }

  /// Each may be why the list is read.
  func traces(of input: TranscriptInput) -> [Trace] {
    switch input {
    case .app, .page, .overlay, .account, .push, .open, .launch: [.marks(.occasion)]
    case .feature(let record as DeliveredRecord):
      if case .listed = record { [.marks(.list)] } else { [.marks(.occasion)] }
    default: []
    }
  }

  var reasonForNothing: String? {
    "Nothing was to go by it, or the system's list has not come yet."
  }
}

extension Topic {
  fileprivate static let occasion: Self = "delivered occasion"
  fileprivate static let list: Self = "delivered list"
}

extension DeliveredNotificationsEvent: TimelineEvent {
  /// How it stands on the timeline.
  public var mark: TimelineMark {
    switch self {
    case .removed(let ids):
      TimelineMark(
        "⌫",
        label: "\(ids.count)",
        from: [.list],
        reasonForNothing: "They are gone from Notification Center."
      )
    case .noAnswer:
      TimelineMark(
        "✕",
        isProblem: true,
        from: [.occasion],
        reasonForNothing: "The list is read on the next occasion.",
        tally: ("Lists that did not come", "in time")
      )
    }
  }
}
