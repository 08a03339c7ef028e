import Foundation
public import PushHub
public import PushHubAlerts
public import PushHubReplay

/// What marks about local notifications are about.
enum LocalNotificationsTopic: Hashable {
  case wish
  case system
  case account
}

/// What became of local notifications, as their log tells it.
public struct LocalNotificationsEvent: TimelineEvent {
  /// What the log tells.
  public let entry: LocalNotificationLogEntry

  /// Makes an event of what the log tells.
  public init(_ entry: LocalNotificationLogEntry) {
    self.entry = entry
  }

  /// The name.
  public var name: String {
    switch entry {
    case .nobodySignedIn: "nobodySignedIn"
    case .neverShown: "neverShown"
    case .missed: "missed"
    case .mooted: "mooted"
    case .signedOut: "signedOut"
    case .failed: "failed"
    case .storeFailed: "store"
    }
  }

  /// What stands in its JSON.
  public var fields: KeyValuePairs<String, JSONValue?> {
    switch entry {
    case .nobodySignedIn(let id), .neverShown(let id), .missed(let id), .mooted(let id),
      .signedOut(let id):
      ["id": .string(id)]
    case .failed(let reason), .storeFailed(let reason):
      ["error": .string(reason)]
    }
  }

  /// What happened, for people.
  public var words: String {
    switch entry {
    case .nobodySignedIn(let id): "does not schedule \(id), since nobody is signed in"
    case .neverShown(let id): "does not schedule \(id), since its time never comes"
    case .missed(let id): "the time of \(id) passed before the system had taken it"
    case .mooted(let id): "cancels \(id), which a push has made pointless"
    case .signedOut(let id): "cancels \(id), whose account is not signed in any more"
    case .failed(let reason): "the system did not do what it was asked for: \(reason.clause)"
    case .storeFailed(let reason):
      "what is scheduled can't be kept: \(reason.clause)"
    }
  }

  /// How it looks on the timeline.
  public var look: MarkLook {
    switch entry {
    case .mooted, .signedOut: MarkLook("–")
    case .nobodySignedIn, .neverShown, .missed: MarkLook("!", isProblem: true)
    case .failed, .storeFailed:
      MarkLook("✕", isProblem: true)
    }
  }

  /// What it came of.
  public var origins: [Topic] {
    switch entry {
    case .nobodySignedIn, .neverShown, .missed: [Topic(LocalNotificationsTopic.wish)]
    case .mooted: [HubEvent.latestPush]
    case .signedOut: [Topic(LocalNotificationsTopic.account)]
    case .failed: [Topic(LocalNotificationsTopic.system), Topic(LocalNotificationsTopic.wish)]
    case .storeFailed: []
    }
  }

  /// Why nothing more comes of it.
  public var reasonForNothing: String? {
    switch entry {
    case .failed: "It is tried again with the next occasion."
    case .mooted, .signedOut: "It is not shown."
    case .nobodySignedIn, .neverShown, .missed: "It is not shown, unless the app schedules it anew."
    case .storeFailed: nil
    }
  }

  /// What it is counted as.
  public var tally: Tally? {
    switch entry {
    case .mooted: Tally("Cancelled local notifications", of: "by a push")
    case .signedOut: Tally("Cancelled local notifications", of: "by a sign-out")
    case .nobodySignedIn, .neverShown, .missed, .failed, .storeFailed:
      nil
    }
  }
}

/// What is true of local notifications.
enum LocalNotificationsFact: FeatureFact {
  /// What is to be shown, the earliest first.
  case scheduled([String])

  /// Of these, what waits for a place.
  case waiting([String])

  var name: String {
    switch self {
    case .scheduled: "scheduled"
    case .waiting: "waiting"
    }
  }

  var json: JSONValue {
    switch self {
    case .scheduled(let ids), .waiting(let ids): .array(ids.map(JSONValue.string))
    }
  }

  var words: FactWords {
    switch self {
    case .scheduled([]): "nothing is scheduled"
    case .scheduled(let ids): "scheduled\(.since): \(ids.listed)"
    case .waiting([]): "nothing waits for a place"
    case .waiting(let ids): "waits for a place\(.since): \(ids.listed)"
    }
  }

  var hasCauses: Bool {
    switch self {
    case .scheduled(let ids), .waiting(let ids): !ids.isEmpty
    }
  }

  var firstOrigins: [[Topic]] { [[Topic(LocalNotificationsTopic.wish)]] }

  var arrival: String { "the time of a notification had come" }

  func isTold(by event: any FeatureEvent) -> Bool {
    switch (event as? LocalNotificationsEvent)?.entry {
    case .mooted, .signedOut, .missed: true
    default: false
    }
  }
}

extension Calendar {
  /// The calendar by which a play is the same on each machine.
  static var gregorianUTC: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }
}
