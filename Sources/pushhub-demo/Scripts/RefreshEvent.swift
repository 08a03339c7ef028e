public import PushHub
public import PushHubReplay

/// What marks about refreshes in the background are about.
enum RefreshTopic: Hashable {
  case refresh
}

/// What came of the time that the system gave the app in the background.
public enum RefreshEvent: TimelineEvent {
  /// All features are asked.
  case began

  /// All have done what they could, with this result.
  case ended(FetchResult)

  /// They were cut off, since the time was over.
  case expired

  /// The latest refresh, for what features do about it.
  public static let latestRefresh = Topic(RefreshTopic.refresh)

  /// The name.
  public var name: String {
    switch self {
    case .began: "began"
    case .ended: "ended"
    case .expired: "expired"
    }
  }

  /// What stands in its JSON.
  public var fields: KeyValuePairs<String, JSONValue?> {
    switch self {
    case .began, .expired: [:]
    case .ended(let result): ["result": .string(result.rawValue)]
    }
  }

  /// What happened, for people.
  public var words: String {
    switch self {
    case .began: "asks all features to refresh"
    case .ended(.newData): "something came of the refresh"
    case .ended(.noData): "there was nothing to refresh"
    case .ended(.failed): "the refresh failed"
    case .expired: "cuts the refresh off"
    }
  }

  /// How it looks on the timeline.
  public var look: MarkLook {
    switch self {
    case .began: MarkLook("◐")
    case .ended(.newData): MarkLook("✓", label: "new")
    case .ended(.noData): MarkLook("–", label: "none")
    case .ended(.failed), .expired: MarkLook("✕", isProblem: true)
    }
  }

  /// What it came of.
  public var origins: [Topic] {
    switch self {
    case .began: []
    case .ended, .expired: [Self.latestRefresh]
    }
  }

  /// What it means on the timeline.
  public var traces: [Trace] {
    switch self {
    case .began: [.beginsWork(Self.latestRefresh)]
    case .ended, .expired: [.ends(Self.latestRefresh)]
    }
  }

  /// Why nothing more comes of it.
  public var reasonForNothing: String? {
    switch self {
    case .began: nil
    case .ended: "The system is told so, and lets the app sleep again."
    case .expired: "What was cut off counts as failed."
    }
  }

  /// What it is counted as.
  public var tally: Tally? {
    switch self {
    case .began: nil
    case .ended(let result): Tally("Background refreshes", of: result.rawValue)
    case .expired: Tally("Background refreshes", of: "expired")
    }
  }
}

/// What is true of refreshes in the background.
enum RefreshFact: FeatureFact {
  case state(isUsed: Bool, latest: FetchResult?)

  var name: String { "state" }

  var json: JSONValue {
    switch self {
    case .state(let isUsed, let latest):
      object(["isUnderWay": .bool(isUsed), "latest": latest.map { .string($0.rawValue) }])
    }
  }

  var words: FactWords {
    switch self {
    case .state(isUsed: true, _): "a refresh is under way\(.since)"
    case .state(_, nil): "no refresh so far"
    case .state(_, .newData?): "something came of the latest refresh"
    case .state(_, .noData?): "there was nothing to refresh"
    case .state(_, .failed?): "the latest refresh failed"
    }
  }

  var hasCauses: Bool {
    switch self {
    case .state(let isUsed, let latest): isUsed || latest != nil
    }
  }

  func isTold(by event: any FeatureEvent) -> Bool { event is RefreshEvent }
}
