public import PushHub
import PushHubBackend
import PushHubRecorder
public import PushHubReplay

/// What marks about the registration are about.
enum RegistrationTopic: Hashable {
  case request
  case failure
  case wish
}

/// What the device registration did.
public enum RegistrationEvent: TimelineEvent {
  /// Whether the server is to push to the device, or to stop.
  public enum Purpose: String, Hashable, Sendable {
    /// The server is to push to the device.
    case signOn

    /// The server is to stop.
    case signOff

    fileprivate init(isSignOff: Bool) {
      self = isSignOff ? .signOff : .signOn
    }
  }

  /// It tells the server.
  case began(Purpose)

  /// The server knows.
  case acknowledged(Purpose)

  /// The server took no note, and is told again after a time, if by itself.
  case failed(Purpose, String, retryIn: Duration?)

  /// What it was about to tell is true no longer.
  case cancelled(Purpose)

  /// A topic was left as it was, since the user has signed out.
  case topicIgnored

  init?(_ entry: RegistrationLogEntry) {
    switch entry {
    case .began(let isSignOff): self = .began(Purpose(isSignOff: isSignOff))
    case .acknowledged(let isSignOff): self = .acknowledged(Purpose(isSignOff: isSignOff))
    case .failed(let isSignOff, let message, let delay):
      self = .failed(Purpose(isSignOff: isSignOff), message, retryIn: delay)
    case .cancelled(let isSignOff): self = .cancelled(Purpose(isSignOff: isSignOff))
    case .topicIgnored: self = .topicIgnored
    case .storeFailed: return nil
    }
  }

  /// The name.
  public var name: String {
    switch self {
    case .began: "request"
    case .acknowledged: "acknowledged"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .topicIgnored: "topicIgnored"
    }
  }

  /// What stands in its JSON.
  public var fields: KeyValuePairs<String, JSONValue?> {
    switch self {
    case .began(let purpose), .acknowledged(let purpose), .cancelled(let purpose):
      ["purpose": .string(purpose.rawValue)]
    case .failed(let purpose, let message, let delay):
      [
        "purpose": .string(purpose.rawValue), "error": .string(message),
        "retryIn": delay.map { .number($0.secondsNumber) },
      ]
    case .topicIgnored: [:]
    }
  }

  /// What happened, for people.
  public var words: String {
    switch self {
    case .began(.signOn): "tells the server how to reach this device"
    case .began(.signOff): "tells the server to stop, since the user has signed out"
    case .acknowledged(.signOn): "the server knows how to reach this device"
    case .acknowledged(.signOff): "the server has stopped"
    case .failed(let purpose, let message, nil):
      "\(purpose.failure): \(message.clause); does not tell it again by itself"
    case .failed(let purpose, let message, let delay?):
      "\(purpose.failure): \(message.clause); tells it again in \(delay.words)"
    case .cancelled(.signOn): "stops telling the server what is true no longer"
    case .cancelled(.signOff): "does not tell the server to stop, since the user is back"
    case .topicIgnored: "leaves the topics, since nobody is signed in"
    }
  }

  /// How it looks on the timeline.
  public var look: MarkLook {
    switch self {
    case .began(.signOn): MarkLook("→", label: "on")
    case .began(.signOff): MarkLook("→", label: "off")
    case .acknowledged(.signOn): MarkLook("●", label: "on")
    case .acknowledged(.signOff): MarkLook("○", label: "off")
    case .failed: MarkLook("✕", isProblem: true)
    case .cancelled: MarkLook("–")
    case .topicIgnored: MarkLook("!", isProblem: true)
    }
  }

  /// What it came of.
  public var origins: [Topic] {
    switch self {
    case .began: [Topic(RegistrationTopic.failure), Topic(RegistrationTopic.wish)]
    case .acknowledged, .failed, .cancelled: [Topic(RegistrationTopic.request)]
    case .topicIgnored: [Topic(RegistrationTopic.wish)]
    }
  }

  /// What it means on the timeline.
  public var traces: [Trace] {
    let request = Topic(RegistrationTopic.request)
    let failure = Topic(RegistrationTopic.failure)
    return switch self {
    case .began: [.beginsWork(request), .forgets(failure)]
    case .acknowledged: [.ends(request), .forgets(Topic(RegistrationTopic.wish))]
    case .failed: [.ends(request), .marks(failure)]
    case .cancelled: [.ends(request)]
    case .topicIgnored: []
    }
  }

  /// Why nothing more comes of it.
  public var reasonForNothing: String? {
    switch self {
    case .began, .cancelled: nil
    case .acknowledged: "The server is told again when something changes, or after a week."
    case .failed(.signOff, _, nil): "The server has refused, and nothing else would help."
    case .failed: "Something has changed before, or the play was over."
    case .topicIgnored: "Topics are somebody's, and nobody is signed in."
    }
  }

  /// What it is counted as.
  public var tally: Tally? {
    switch self {
    case .began(.signOn): Tally("Registrations", of: "to reach this device")
    case .began(.signOff): Tally("Registrations", of: "to stop")
    case .failed(_, let message, _): Tally("Failed registrations", of: message)
    case .acknowledged, .cancelled, .topicIgnored: nil
    }
  }
}

extension RegistrationEvent.Purpose {
  fileprivate var failure: String {
    switch self {
    case .signOn: "the server does not know how to reach this device"
    case .signOff: "the server has not stopped"
    }
  }
}

/// What is true of the device registration.
enum RegistrationFact: FeatureFact {
  case device(Knowledge)
  case leaving(Int)
  case retry(Duration?)

  /// What the server knows of the device for who is signed in.
  enum Knowledge: String, Hashable {
    case nobody
    case known
    case unknown
  }

  var name: String {
    switch self {
    case .device: "device"
    case .leaving: "leaving"
    case .retry: "retry"
    }
  }

  var json: JSONValue {
    switch self {
    case .device(let knowledge): .string(knowledge.rawValue)
    case .leaving(let count): .number(JSONNumber(count))
    case .retry(let time): time.map { .number($0.secondsNumber) } ?? nil
    }
  }

  var words: FactWords {
    switch self {
    case .device(.nobody): "nobody is signed in to be reached"
    case .device(.known): "the server knows how to reach this device\(.since)"
    case .device(.unknown): "the server does not know all of this device\(.since)"
    case .leaving(0): "nobody has signed out without the server knowing"
    case .leaving(1): "the server does not know that somebody has signed out\(.since)"
    case .leaving(let count):
      "the server does not know that \(count) users have signed out\(.since)"
    case .retry(nil): "nothing is to be told again"
    case .retry(let time?): "tells the server again \(.ahead(time))"
    }
  }

  var hasCauses: Bool {
    switch self {
    case .device(.nobody), .leaving(0), .retry: false
    case .device, .leaving: true
    }
  }

  var firstOrigins: [[Topic]] {
    [[Topic(RegistrationTopic.request)], [Topic(RegistrationTopic.wish)]]
  }

  func isTold(by event: any FeatureEvent) -> Bool {
    switch (self, event as? RegistrationEvent) {
    case (.device(.known), .acknowledged(.signOn)), (.leaving, .acknowledged(.signOff)),
      (.retry, .failed):
      true
    default: false
    }
  }
}
