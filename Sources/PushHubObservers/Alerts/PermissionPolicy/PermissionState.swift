/// What a ``PermissionPolicy`` knows, and what it may still do.
public struct PermissionState: Hashable, Sendable {
  /// What remains to be done about the permission.
  public enum Way: Hashable, Sendable {
    /// Too little is known yet: of the user's permission, or of what was asked.
    case unknown

    /// The user can be asked, at a moment of value.
    case question

    /// Nobody asks any more; only Settings change anything.
    case settings

    /// Nothing: the user has agreed.
    case nothing
  }

  /// What the user allows; `nil` until the system has said so.
  public var level: PermissionLevel?

  /// What remains to be done.
  public var way = Way.unknown

  /// Whether the user is being asked, by the app or by the system.
  public var isAsking = false

  /// Nothing is known.
  public init() {}
}

/// What a ``PermissionPolicy`` did, and why it did not ask.
public enum PermissionLogEntry: Hashable, Sendable {
  /// The user is asked in the app's own words, with how often that makes.
  case asked(Int)

  /// The user has answered that.
  case answered(PermissionAnswer)

  /// The user has not answered that in time.
  case notAnswered

  /// The system is asked, which shows its question once in an app's life.
  case systemAsked

  /// The user has answered that.
  case systemAnswered(PermissionLevel)

  /// The system has not answered: it failed, or took too long.
  case systemNotAnswered

  /// The user has changed the permission elsewhere, in Settings most likely.
  case changed(from: PermissionLevel, to: PermissionLevel)

  /// A moment of value passed, and the user was not asked.
  case passedOver(PermissionReason)

  /// What the system was asked is of another installation, from which this one was restored.
  case restored

  /// The store could not be read or written. What can't be understood is a first run; otherwise nobody is
  /// asked meanwhile, and it is tried again later.
  case storeFailed(String)
}

/// Why a user was not asked at a moment of value.
public enum PermissionReason: Hashable, Sendable {
  /// The app is not active.
  case notActive

  /// A question is under way.
  case asking

  /// What was asked before is not known, or can't be kept.
  case storeUnknown

  /// What the user allows is not known.
  case levelUnknown

  /// The user has agreed.
  case allowed

  /// The user has refused what the system asked, or in Settings.
  case denied

  /// The user refused too short a time ago.
  case refusedLately

  /// The user wants to be asked no more.
  case refusedForGood

  /// The user was asked as often as is allowed.
  case askedOften
}
