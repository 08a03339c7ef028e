public import PushHub
public import PushHubObservers
import PushHubRecorder
public import PushHubReplay

/// What marks about the unread sync are about.
enum UnreadTopic: Hashable {
  case answer
  case request
  case failure
}

/// What the unread sync did.
public enum UnreadEvent: TimelineEvent {
  /// It asks the server.
  case sync(UnreadSyncReason)

  /// It shows another count.
  case count(Int)

  /// The server gave no count, and is asked again after a time, if by itself.
  case failed(String, retryIn: Duration?)

  /// The name.
  public var name: String {
    switch self {
    case .sync: "sync"
    case .count: "count"
    case .failed: "failed"
    }
  }

  /// What stands in its JSON.
  public var fields: KeyValuePairs<String, JSONValue?> {
    switch self {
    case .sync(let reason): ["reason": .string(reason.rawValue)]
    case .count(let count): ["count": .number(JSONNumber(count))]
    case .failed(let message, let delay):
      ["error": .string(message), "retryIn": delay.map { .number($0.secondsNumber) }]
    }
  }

  /// What happened, for people.
  public var words: String {
    switch self {
    case .sync(let reason): "asks the server: \(reason.words)"
    case .count(let count): "\(count) unread"
    case .failed(let message, nil): "gets no count: \(message.clause); does not ask again by itself"
    case .failed(let message, let delay?):
      "gets no count: \(message.clause); asks again in \(delay.words)"
    }
  }

  /// How it looks on the timeline.
  public var look: MarkLook {
    switch self {
    case .sync(let reason): MarkLook(reason.glyph, label: reason.rawValue)
    case .count(let count): MarkLook("\(count)", label: "\(count)")
    case .failed: MarkLook("✕", isProblem: true)
    }
  }

  /// What it came of.
  public var origins: [Topic] {
    switch self {
    case .sync(.retry): [Topic(UnreadTopic.failure)]
    case .sync(.push): [HubEvent.latestPush]
    case .sync(.background): [RefreshEvent.latestRefresh]
    case .sync, .count, .failed: [Topic(UnreadTopic.request)]
    }
  }

  /// What it means on the timeline.
  public var traces: [Trace] {
    switch self {
    case .sync: [.beginsWork(Topic(UnreadTopic.request))]
    case .count(let count): [.shows(count)]
    case .failed: [.marks(Topic(UnreadTopic.failure))]
    }
  }

  /// Why nothing more comes of it.
  public var reasonForNothing: String? {
    switch self {
    case .sync: nil
    case .count: "This is what the user sees; nothing more comes of it."
    case .failed(_, nil):
      "The server is not asked again by itself: nobody is looking, or it refused."
    case .failed:
      "Something else had the server asked before, or nobody was looking any more."
    }
  }

  /// What it is counted as.
  public var tally: Tally? {
    switch self {
    case .sync(let reason): Tally("Requests for the count", of: reason.words)
    case .count: nil
    case .failed(let message, _): Tally("Failed requests", of: message)
    }
  }
}

extension UnreadSyncReason {
  /// Why the server is asked.
  var words: String {
    switch self {
    case .push: "a push came"
    case .interval: "the count is a minute old"
    case .firstAppearance: "a page that shows the count appears for the first time"
    case .return: "the user is back after more than a minute"
    case .account: "somebody has signed in"
    case .retry: "the last try failed"
    case .request: "the app wants to know"
    case .background: "the system has given the app time in the background"
    }
  }

  fileprivate var glyph: String {
    switch self {
    case .push: "▼"
    case .interval: "◷"
    case .firstAppearance: "★"
    case .return: "↩"
    case .account: "@"
    case .retry: "↻"
    case .request: "?"
    case .background: "◐"
    }
  }
}
