public import PushHub

/// What happened to ``LiveActivities``; without tokens, names of activities and names of accounts.
public struct LiveActivitiesEvent: FeatureEvent {
  /// A kind of event.
  public enum Kind: String, Hashable, Sendable {
    /// A Live Activity is running.
    case began

    /// A running activity has a token that is new.
    case updateToken

    /// There is a new token that starts activities of the type.
    case startToken

    /// The app, the server or the system has ended an activity.
    case ended

    /// The user has dismissed an activity.
    case dismissed

    /// The app has called ``LiveActivities/end(_:)`` or ``LiveActivities/willEnd(_:)``.
    case endedByApp

    /// ActivityKit does not have an activity any more.
    case missing

    /// The account of an activity has signed out, and the activity ends with that.
    case signedOut

    /// A token has no content, and is not used.
    case emptyToken

    /// An activity has no identifier, and is ignored.
    case noIdentifier

    /// The app has no name for an activity.
    case noName

    /// Another running activity of the account and the type has the same name.
    case sameName

    /// An identifier is known with another attributes type; the report is ignored.
    case otherType

    /// An activity started while no account was signed in.
    case noAccount

    /// An activity is active after the limit of the system.
    case pastLimit

    /// The store can't be read or written; this is retried.
    case storeFailed

    /// ActivityKit reports nothing new.
    case unchanged
  }

  /// What happened.
  public var kind: Kind

  /// The name of the attributes type, if the event has one.
  public var type: String?

  /// The error of the store.
  public var error: String?
}

extension LiveActivitiesEvent {
  /// The kind.
  public var name: String { kind.rawValue }

  /// The type and the error, where there are any.
  public var fields: KeyValuePairs<String, JSONValue?> {
    ["type": type.map(JSONValue.string), "error": error.map(JSONValue.string)]
  }

  /// What happened, for people.
  public var message: String {
    [kind.message, type ?? error].compactMap { $0 }.joined(separator: ": ")
  }

  /// Whether ActivityKit reports nothing new.
  public var isSkip: Bool { kind == .unchanged }
}

extension LiveActivitiesEvent.Kind {
  fileprivate var message: String {
    switch self {
    case .began: "a Live Activity is running"
    case .updateToken: "there is a new token that updates a Live Activity"
    case .startToken: "there is a new token that starts Live Activities"
    case .ended: "the app, the server or the system has ended a Live Activity"
    case .dismissed: "the user has dismissed a Live Activity"
    case .endedByApp: "the app ends a Live Activity"
    case .missing: "ActivityKit does not have a Live Activity any more"
    case .signedOut: "a Live Activity ends, since its account has signed out"
    case .emptyToken: "a token is empty and is not used"
    case .noIdentifier: "a Live Activity has no identifier and is ignored"
    case .noName: "a Live Activity has no name"
    case .sameName: "two running Live Activities have the same name"
    case .otherType: "an identifier is known with another attributes type; the report is ignored"
    case .noAccount: "a Live Activity started without an account and is not sent to the server"
    case .pastLimit: "a Live Activity is active after the system's limit; check the device's clock"
    case .storeFailed: "the store can't be read or written"
    case .unchanged: "ActivityKit reports nothing new"
    }
  }
}
