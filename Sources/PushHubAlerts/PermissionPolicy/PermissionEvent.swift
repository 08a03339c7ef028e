public import PushHub

/// An event of a ``PermissionPolicy``, such as the reason why it did not ask.
public enum PermissionEvent: FeatureEvent {
  /// The user is asked in the app's own words, with the number of the question.
  case asked(count: Int)

  /// The user has answered that; `nil` for no answer in time.
  case answered(answer: PermissionAnswer?)

  /// The system is asked, which shows its question once in an app's life.
  case systemAsked

  /// The user has answered that; `nil` if a request to the system failed or took too long.
  case systemAnswered(level: PermissionLevel?)

  /// The user has changed the permission elsewhere, in Settings most likely.
  ///
  /// With `PermissionLevel/notDetermined`, this installation was restored from another one. A user who has
  /// accepted there is asked by the system here.
  case changed(from: PermissionLevel, level: PermissionLevel)

  /// The user was not asked at an opportunity.
  case passedOver(reason: PermissionReason)

  /// The store can't be read or written. A value that can't be decoded is a first run; otherwise the user is
  /// not asked until a later try succeeds.
  case store(error: String)

  /// A description for people.
  public var message: String {
    switch self {
    case .asked(let count): "the app asks the user, question \(count)"
    case .answered(let answer?): "the user has answered the app: \(answer.message)"
    case .answered(nil): "the user has not answered the app in time"
    case .systemAsked: "the system asks the user, which it does once"
    case .systemAnswered(let level?): "the user has answered the system: \(level.message)"
    case .systemAnswered(nil): "the system has not answered"
    case .changed(_, .notDetermined):
      "this installation was restored from another one, and the user was not asked here"
    case .changed(_, let level): "the user has changed the permission elsewhere: \(level.message)"
    case .passedOver(let reason): "the user is not asked: \(reason.message)"
    case .store(let error): "the questions can't be loaded or saved: \(LogText(clause: error))"
    }
  }

  /// An error for a failure.
  public var level: LogLevel {
    switch self {
    case .store, .systemAnswered(nil): .error
    default: .info
    }
  }

  /// `true`.
  public var isPublic: Bool { true }
}

/// The reason why a user was not asked at an opportunity.
public enum PermissionReason: String, Hashable, Sendable {
  /// The app is not active.
  case notActive

  /// A question is under way.
  case asking

  /// The store can't be read or written.
  case storeUnknown

  /// The permission level is not known.
  case levelUnknown

  /// The user has agreed.
  case allowed

  /// The user has refused what the system asked, or in Settings.
  case denied

  /// The user declined a short time ago.
  case refusedLately

  /// The user was asked as often as is allowed, or has answered ``PermissionAnswer/never``.
  case askedOften

  /// A description of the reason, for people.
  package var message: String {
    switch self {
    case .notActive: "the app is not active"
    case .asking: "a question is under way"
    case .storeUnknown: "what was asked before is not known"
    case .levelUnknown: "what the user allows is not known"
    case .allowed: "the user has agreed"
    case .denied: "the user has refused"
    case .refusedLately: "the user refused a short time ago"
    case .askedOften: "the user was asked often enough, or has answered never"
    }
  }
}
