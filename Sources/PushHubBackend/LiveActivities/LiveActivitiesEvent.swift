public import PushHub

/// An event of ``LiveActivities``; without tokens, names of activities and names of accounts.
public enum LiveActivitiesEvent: FeatureEvent {
  /// A Live Activity is running.
  case began(type: String)

  /// A running activity has a token that is new.
  case updateToken(type: String)

  /// There is a new token that starts activities of the type.
  case startToken(type: String)

  /// The app, the server or the system has ended an activity.
  case ended(type: String)

  /// The user has dismissed an activity.
  case dismissed(type: String)

  /// An activity that was stale is not shown any more.
  case gone(type: String)

  /// The app has called ``LiveActivities/end(_:)`` or ``LiveActivities/willEnd(_:)``.
  case endedByApp(type: String)

  /// ActivityKit does not have an activity any more.
  case missing(type: String)

  /// The account of an activity has signed out, and the activity ends with that.
  case signedOut(type: String)

  /// A token has no content, and is not used.
  case emptyToken(type: String)

  /// An activity has no identifier, and is ignored.
  case noIdentifier(type: String)

  /// The app has no name for an activity.
  case noName(type: String)

  /// Another running activity of the account and the type has the same name.
  case sameName(type: String)

  /// An identifier is known with another attributes type; the report is ignored.
  case otherType(type: String)

  /// An activity started while no account was signed in.
  case noAccount(type: String)

  /// An activity is active after the limit of the system.
  case pastLimit(type: String)

  /// The store can't be read or written; this is retried.
  case storeFailed(error: String)

  /// ActivityKit reports nothing new.
  case unchanged

  /// A description for people.
  public var message: String {
    switch self {
    case .began(let type): "a Live Activity is running: \(type)"
    case .updateToken(let type): "there is a new token that updates a Live Activity: \(type)"
    case .startToken(let type): "there is a new token that starts Live Activities: \(type)"
    case .ended(let type): "the app, the server or the system has ended a Live Activity: \(type)"
    case .dismissed(let type): "the user has dismissed a Live Activity: \(type)"
    case .gone(let type): "a Live Activity that was stale is not shown any more: \(type)"
    case .endedByApp(let type): "the app ends a Live Activity: \(type)"
    case .missing(let type): "ActivityKit does not have a Live Activity any more: \(type)"
    case .signedOut(let type): "a Live Activity ends, since its account has signed out: \(type)"
    case .emptyToken(let type): "a token is empty and is not used: \(type)"
    case .noIdentifier(let type): "a Live Activity has no identifier and is ignored: \(type)"
    case .noName(let type): "a Live Activity has no name: \(type)"
    case .sameName(let type): "two running Live Activities have the same name: \(type)"
    case .otherType(let type):
      "an identifier is known with another attributes type; the report is ignored: \(type)"
    case .noAccount(let type):
      "a Live Activity started without an account and is not sent to the server: \(type)"
    case .pastLimit(let type):
      "a Live Activity is active after the system's limit; check the device's clock: \(type)"
    case .storeFailed(let error): "the store can't be read or written: \(error)"
    case .unchanged: "ActivityKit reports nothing new"
    }
  }

  /// Whether ActivityKit reports nothing new.
  public var isSkip: Bool { self == .unchanged }

  /// An error for a failure, and for an activity that the server will not know.
  public var level: LogLevel {
    switch self {
    case .emptyToken, .noIdentifier, .noName, .sameName, .otherType, .noAccount, .pastLimit,
      .storeFailed:
      .error
    case .unchanged: .debug
    default: .info
    }
  }

  /// `true`: of an activity it names the attributes type alone.
  public var isPublic: Bool { true }
}
