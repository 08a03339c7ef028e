public import PushHub
import PushHubAlerts
import PushHubRecorder
public import PushHubReplay

/// What marks about the quiet rules are about.
enum QuietTopic: Hashable {
  case settings
  case hours
}

/// What the quiet rules did.
public enum QuietEvent: TimelineEvent {
  /// A push that arrived in the foreground goes to the list and the badge only.
  case limited(id: String, reason: String)

  /// Quiet hours began.
  case began

  /// Quiet hours ended.
  case ended

  init(_ entry: QuietLogEntry) {
    switch entry {
    case .limited(let id, let reason): self = .limited(id: id, reason: reason)
    case .quietHoursBegan: self = .began
    case .quietHoursEnded: self = .ended
    }
  }

  /// The name.
  public var name: String {
    switch self {
    case .limited: "limited"
    case .began: "quiet"
    case .ended: "heard"
    }
  }

  /// What stands in its JSON.
  public var fields: KeyValuePairs<String, JSONValue?> {
    switch self {
    case .limited(let id, let reason): ["id": .string(id), "reason": .string(reason)]
    case .began, .ended: [:]
    }
  }

  /// What happened, for people.
  public var words: String {
    switch self {
    case .limited(let id, let reason): "push \(id) shows no banner and is not heard: \(reason)"
    case .began: "quiet hours begin"
    case .ended: "quiet hours end"
    }
  }

  /// How it looks on the timeline.
  public var look: MarkLook {
    switch self {
    case .limited: MarkLook("⊘")
    case .began: MarkLook("☾", label: "quiet")
    case .ended: MarkLook("☼")
    }
  }

  /// What it came of.
  public var origins: [Topic] {
    switch self {
    case .limited: [HubEvent.latestPush]
    case .began, .ended: [Topic(QuietTopic.settings)]
    }
  }

  /// What it means on the timeline.
  public var traces: [Trace] {
    switch self {
    case .limited: []
    case .began: [.begins(Topic(QuietTopic.hours))]
    case .ended: [.ends(Topic(QuietTopic.hours))]
    }
  }

  /// Why nothing more comes of it.
  public var reasonForNothing: String? {
    switch self {
    case .limited: "The push is in Notification Center and in the badge, and nowhere else."
    case .began, .ended: "It holds for pushes that come."
    }
  }

  /// What it is counted as.
  public var tally: Tally? {
    if case .limited(_, let reason) = self { Tally("Quiet pushes", of: reason) } else { nil }
  }
}

/// What is true of the quiet rules.
enum QuietFact: FeatureFact {
  /// Whether quiet hours are on, and when that changes.
  case hours(isQuiet: Bool, change: Duration?)

  /// What is muted.
  case mutes([String])

  var name: String {
    switch self {
    case .hours: "hours"
    case .mutes: "mutes"
    }
  }

  var json: JSONValue {
    switch self {
    case .hours(let isQuiet, let change):
      object(["quiet": .bool(isQuiet), "change": change.map { .number($0.secondsNumber) }])
    case .mutes(let subjects): .array(subjects.map(JSONValue.string))
    }
  }

  var words: FactWords {
    switch self {
    case .hours(true, nil): "quiet hours never end"
    case .hours(true, let end?): "quiet hours are on\(.since), and end \(.ahead(end))"
    case .hours(false, nil): "there are no quiet hours"
    case .hours(false, let begin?): "quiet hours are off, and begin \(.ahead(begin))"
    case .mutes([]): "nothing is muted"
    case .mutes(let subjects): "muted\(.since): \(subjects.listed)"
    }
  }

  var hasCauses: Bool {
    switch self {
    case .hours(let isQuiet, _): isQuiet
    case .mutes(let subjects): !subjects.isEmpty
    }
  }

  var firstOrigins: [[Topic]] { [[Topic(QuietTopic.settings)]] }

  var arrival: String { "a mute has ended" }

  func isTold(by event: any FeatureEvent) -> Bool {
    switch (self, event as? QuietEvent) {
    case (.hours(true, _), .began), (.hours(false, _), .ended): true
    default: false
    }
  }
}
