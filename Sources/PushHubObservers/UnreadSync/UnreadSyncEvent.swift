public import PushHub

/// An event of an ``UnreadSync``.
public enum UnreadSyncEvent: FeatureEvent {
  /// It requests the count.
  case sync(reason: UnreadSyncReason)

  /// The count has changed.
  case count(count: Int)

  /// The request failed; the next one begins after the delay, if there is one.
  ///
  /// In the background the retry waits for the return to the foreground, and has no delay yet.
  case failed(error: String, retryIn: Duration?)

  /// It makes no request, although something happened that can cause one.
  case skipped(UnreadSyncObstacle)

  /// A description for people.
  public var message: String {
    switch self {
    case .sync(let reason): "requests the count: \(reason.message)"
    case .count(let count): "\(count) unread"
    case .failed(let message, let delay):
      "the request failed: \(LogText(clause: message))"
        + (delay.map { "; retrying in \(LogText($0))" } ?? "")
    case .skipped(let obstacle): obstacle.message
    }
  }

  /// Whether it gives a reason why nothing is requested.
  public var isSkip: Bool {
    if case .skipped = self { true } else { false }
  }

  /// An error for a failure.
  public var level: LogLevel {
    switch self {
    case .failed: .error
    case .skipped: .debug
    default: .info
    }
  }

  /// `true`.
  public var isPublic: Bool { true }
}

/// The reason why the unread count is requested.
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

  /// The app requested it.
  case request

  /// The system gave the app time in the background.
  case background

  /// The reason, for people.
  package var message: String {
    switch self {
    case .push: "a push was received"
    case .interval: "the last request was an interval ago"
    case .firstAppearance: "a page that shows the count appears for the first time"
    case .return: "the user is back after more than an interval away"
    case .account: "an account has signed in"
    case .retry: "the last request failed"
    case .request: "the app requested it"
    case .background: "the system has given the app time in the background"
    }
  }
}

/// The reason why the unread count is not requested.
public enum UnreadSyncObstacle: Equatable, Sendable {
  /// No account is signed in.
  case signedOut

  /// A request is in progress, which also answers this.
  case underWay

  /// A request is in progress that began before the push, so that another one follows it.
  case followUp

  /// No tracked page is visible, so the request for this push is delayed, see ``UnreadSync/Configuration/spread``.
  case spread

  /// The server's `Retry-After` has not passed.
  case retryAfter

  /// No tracked page is visible.
  case noPage

  /// A tracked page is visible, but the app is in the background.
  case background

  /// The server has refused for good, and is not asked again automatically.
  case refused

  /// The last request failed, and a retry is scheduled.
  case failed

  /// Another account is shown, and the count of this one isn't known yet, so that it adds nothing to a sum.
  case neverCounted

  /// The last request began less than an interval ago.
  case fresh(age: Duration)

  /// The reason, for people.
  var message: String {
    switch self {
    case .signedOut: "no account was signed in, so the server was not asked"
    case .underWay: "a request was in progress, which also answers this"
    case .followUp: "a request was in progress, and another one follows it"
    case .spread: "no page that shows the count was visible, so the server is asked a little later"
    case .retryAfter: "the server is asked again when its Retry-After has passed"
    case .noPage: "no page that shows the count was visible"
    case .background: "the app was in the background"
    case .refused: "the server has refused, and is not asked again automatically"
    case .failed: "the last request failed, and a retry is scheduled"
    case .neverCounted: "an account that is not shown was never counted, and adds nothing"
    case .fresh(let age): "the count is fresh: it was asked for \(LogText(age)) ago"
    }
  }
}
