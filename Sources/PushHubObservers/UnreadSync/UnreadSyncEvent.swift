public import PushHub

/// What an ``UnreadSync`` did.
public enum UnreadSyncEvent: FeatureEvent {
  /// It asks the source.
  case sync(UnreadSyncReason)

  /// It shows another count.
  case count(Int)

  /// The source gave no count, and is asked again after a time, if by itself.
  ///
  /// In the background the next try waits for the return, and has no time yet.
  case failed(String, retryIn: Duration?)

  /// It does not ask, although something happened that may make it ask.
  case skipped(UnreadSyncObstacle)

  /// The name.
  public var name: String {
    switch self {
    case .sync: "sync"
    case .count: "count"
    case .failed: "failed"
    case .skipped: "skipped"
    }
  }

  /// What stands in its JSON.
  public var fields: KeyValuePairs<String, JSONValue?> {
    switch self {
    case .sync(let reason): ["reason": .string(reason.rawValue)]
    case .count(let count): ["count": .number(JSONNumber(count))]
    case .failed(let message, let delay):
      ["error": .string(message), "retryIn": delay.map { .number($0.secondsNumber) }]
    case .skipped(let obstacle): ["reason": .string(obstacle.message)]
    }
  }

  /// What happened, for people.
  public var message: String {
    switch self {
    case .sync(let reason): "asks the server: \(reason.message)"
    case .count(let count): "\(count) unread"
    case .failed(let message, let delay):
      "gets no count: \(message.clause)" + (delay.map { "; asks again in \($0.text)" } ?? "")
    case .skipped(let obstacle): obstacle.message
    }
  }

  /// Whether it says why nothing is asked.
  public var isSkip: Bool {
    if case .skipped = self { true } else { false }
  }
}

/// Why the unread count is being asked for.
public enum UnreadSyncReason: String, Sendable, CaseIterable {
  /// A push was received.
  case push

  /// A tracked page is visible, and the last sync began an interval ago.
  case interval

  /// A tracked page appeared for the first time for this account.
  case firstAppearance

  /// The user came back to a tracked page after more than an interval away.
  case `return`

  /// The account changed while a tracked page was visible.
  case account

  /// The last request failed.
  case retry

  /// The app asked.
  case request

  /// The system gave the app time in the background.
  case background

  /// The reason, for people.
  package var message: String {
    switch self {
    case .push: "a push came"
    case .interval: "the last request was an interval ago"
    case .firstAppearance: "a page that shows the count appears for the first time"
    case .return: "the user is back after more than an interval away"
    case .account: "somebody has signed in"
    case .retry: "the last try failed"
    case .request: "the app wants to know"
    case .background: "the system has given the app time in the background"
    }
  }
}

/// Why the unread count is not being asked for.
public enum UnreadSyncObstacle: Equatable, Sendable {
  /// Nobody is signed in.
  case signedOut

  /// A request is under way, which answers this, too.
  case underWay

  /// A request is under way that began before the push, so that another one follows it.
  case followUp

  /// Nobody looks, so that this push waits its turn, see ``UnreadSync/Configuration/spread``.
  case spread

  /// The server wants to be left alone.
  case retryAfter

  /// No tracked page is visible.
  case noPage

  /// A tracked page is visible, but the app is in the background.
  case background

  /// The server has refused for good, and is not asked again by itself.
  case refused

  /// The last request failed, and the next try has its time.
  case failed

  /// The last request began less than an interval ago.
  case fresh(age: Duration)

  /// The reason, for people.
  var message: String {
    switch self {
    case .signedOut: "nobody was signed in, so the server was not asked"
    case .underWay: "a request was under way, which answers this, too"
    case .followUp: "a request was under way, and one more was to follow it"
    case .spread: "no page that shows the count was visible, so the server is asked a little later"
    case .retryAfter: "the server wanted to be left alone, and is asked when that is over"
    case .noPage: "no page that shows the count was visible"
    case .background: "the app was in the background, where no page asks"
    case .refused: "the server has refused, and is not asked again by itself"
    case .failed: "the last request failed, and the server is asked again when its time has come"
    case .fresh(let age): "the count is fresh: it was asked for \(age.text) ago"
    }
  }
}
