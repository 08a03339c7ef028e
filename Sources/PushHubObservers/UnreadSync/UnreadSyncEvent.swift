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
}

/// Why the unread count is being asked for.
public enum UnreadSyncReason: String, Hashable, Sendable, CaseIterable {
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
  package var words: String {
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
}
