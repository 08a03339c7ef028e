public import PushHub
public import PushHubAlerts
public import PushHubReplay

/// What marks about the permission are about.
enum PermissionTopic: Hashable {
  case moment
  case question
  case answer
  case system
}

/// What the permission policy did, as its log tells it.
public struct PermissionEvent: TimelineEvent {
  /// What the log tells.
  public let entry: PermissionLogEntry

  /// Makes an event of what the log tells.
  public init(_ entry: PermissionLogEntry) {
    self.entry = entry
  }

  /// The name.
  public var name: String {
    switch entry {
    case .asked: "asked"
    case .answered: "answered"
    case .notAnswered: "notAnswered"
    case .systemAsked: "systemAsked"
    case .systemAnswered: "systemAnswered"
    case .systemNotAnswered: "systemNotAnswered"
    case .changed: "changed"
    case .passedOver: "passedOver"
    case .restored: "restored"
    case .storeFailed: "store"
    }
  }

  /// What stands in its JSON.
  public var fields: KeyValuePairs<String, JSONValue?> {
    switch entry {
    case .asked(let count): ["count": .number(JSONNumber(count))]
    case .answered(let answer): ["answer": .string(answer.rawValue)]
    case .systemAnswered(let level): ["level": .string(level.rawValue)]
    case .changed(let former, let level):
      ["from": .string(former.rawValue), "level": .string(level.rawValue)]
    case .passedOver(let reason): ["reason": .string("\(reason)")]
    case .notAnswered, .systemAsked, .systemNotAnswered, .restored, .storeFailed:
      [:]
    }
  }

  /// What happened, for people.
  public var words: String {
    switch entry {
    case .asked(1): "the app asks the user"
    case .asked(let count): "the app asks the user, for the \(count). time"
    case .answered(let answer): "the user has answered the app: \(answer.words)"
    case .notAnswered: "the user has not answered the app in time"
    case .systemAsked: "the system asks the user, the only time"
    case .systemAnswered(let level): "the user has answered the system: \(level.words)"
    case .systemNotAnswered: "the system has not answered"
    case .changed(_, let level): "the user has changed it elsewhere: \(level.words)"
    case .passedOver(let reason): "the user is not asked: \(reason.words)"
    case .restored: "the app is on another device, where nobody was asked"
    case .storeFailed:
      "what was asked can't be kept"
    }
  }

  /// How it looks on the timeline.
  public var look: MarkLook {
    switch entry {
    case .asked, .systemAsked: MarkLook("?")
    case .answered(.accepted): MarkLook("✓")
    case .answered, .notAnswered: MarkLook("–")
    case .systemAnswered(let level), .changed(_, let level): MarkLook("●", label: level.rawValue)
    case .passedOver: MarkLook("–")
    case .restored: MarkLook("↺")
    case .systemNotAnswered, .storeFailed:
      MarkLook("✕", isProblem: true)
    }
  }

  /// What it came of.
  public var origins: [Topic] {
    switch entry {
    case .asked, .passedOver: [Topic(PermissionTopic.moment)]
    case .answered, .notAnswered, .systemAnswered, .systemNotAnswered:
      [Topic(PermissionTopic.question)]
    case .systemAsked: [Topic(PermissionTopic.answer)]
    case .changed, .restored: [Topic(PermissionTopic.system)]
    case .storeFailed: []
    }
  }

  /// What it means on the timeline.
  public var traces: [Trace] {
    let question = Topic(PermissionTopic.question)
    return switch entry {
    case .asked, .systemAsked: [.begins(question)]
    case .answered: [.ends(question), .marks(Topic(PermissionTopic.answer))]
    case .notAnswered, .systemAnswered: [.ends(question)]
    case .changed, .passedOver, .restored, .systemNotAnswered, .storeFailed:
      []
    }
  }

  /// Why nothing more comes of it.
  public var reasonForNothing: String? {
    switch entry {
    case .asked, .systemAsked: nil
    case .answered(.accepted): "The app was not active before the play was over."
    case .answered, .notAnswered: "Nobody is asked again for a time, or at all."
    case .systemAnswered, .changed: "Only Settings change it from here on."
    case .passedOver: "A moment that has passed comes no more."
    case .restored: "The user is asked at the next moment of value."
    case .systemNotAnswered: "The system is asked again when the app becomes active."
    case .storeFailed: "Nobody is asked meanwhile."
    }
  }

  /// What it is counted as.
  public var tally: Tally? {
    if case .passedOver(let reason) = entry {
      Tally("Moments without a question", of: reason.words)
    } else {
      nil
    }
  }
}

extension PermissionReason {
  fileprivate var words: String {
    switch self {
    case .notActive: "the app is not active"
    case .asking: "a question is under way"
    case .storeUnknown: "what was asked before is not known"
    case .levelUnknown: "what the user allows is not known"
    case .allowed: "the user has agreed"
    case .denied: "the user has refused"
    case .refusedLately: "the user refused a short time ago"
    case .refusedForGood: "the user wants to be asked no more"
    case .askedOften: "the user was asked often enough"
    }
  }
}

extension PermissionLevel {
  /// What the user allows.
  var words: String {
    switch self {
    case .notDetermined: "the user was not asked"
    case .denied: "the user allows nothing"
    case .authorized: "the user allows notifications"
    case .provisional: "notifications are shown quietly"
    case .ephemeral: "an App Clip may show notifications"
    }
  }
}

/// What is true of the permission.
enum PermissionFact: FeatureFact {
  case level(PermissionLevel?)
  case way(PermissionState.Way)

  var name: String {
    switch self {
    case .level: "level"
    case .way: "way"
    }
  }

  var json: JSONValue {
    switch self {
    case .level(let level): level.map { .string($0.rawValue) } ?? nil
    case .way(let way): .string("\(way)")
    }
  }

  var words: FactWords {
    switch self {
    case .level(nil): "it is not known what the user allows"
    case .level(let level?): "\(level.words)\(.since)"
    case .way(.unknown): "it is not known whether the user can be asked"
    case .way(.question): "the user can be asked at a moment of value"
    case .way(.settings): "only Settings change it"
    case .way(.nothing): "nothing is to be asked"
    }
  }

  var hasCauses: Bool {
    switch self {
    case .level(let level): level != nil
    case .way: false
    }
  }

  var firstOrigins: [[Topic]] { [[Topic(PermissionTopic.system)]] }

  func isTold(by event: any FeatureEvent) -> Bool {
    switch (self, (event as? PermissionEvent)?.entry) {
    case (.level, .systemAnswered), (.level, .changed): true
    default: false
    }
  }
}
