public import PushHub

/// What a ``PermissionPolicy`` did, and why it did not ask.
public enum PermissionEvent: FeatureEvent {
  /// The user is asked in the app's own words, with the number of the question.
  case asked(Int)

  /// The user has answered that; `nil` for no answer in time.
  case answered(PermissionAnswer?)

  /// The system is asked, which shows its question once in an app's life.
  case systemAsked

  /// The user has answered that; `nil` if a request to the system failed or took too long.
  case systemAnswered(PermissionLevel?)

  /// The user has changed the permission elsewhere, in Settings most likely.
  ///
  /// With `PermissionLevel/notDetermined`, this installation was restored from another one. A user who has
  /// accepted there is asked by the system here.
  case changed(from: PermissionLevel, to: PermissionLevel)

  /// A moment of value passed, and the user was not asked.
  case passedOver(PermissionReason)

  /// The store can't be read or written. A value that can't be decoded is a first run; otherwise the user is
  /// not asked until a later try succeeds.
  case storeFailed(String)

  /// The name.
  public var name: String {
    switch self {
    case .asked: "asked"
    case .answered: "answered"
    case .systemAsked: "systemAsked"
    case .systemAnswered: "systemAnswered"
    case .changed: "changed"
    case .passedOver: "passedOver"
    case .storeFailed: "store"
    }
  }

  /// The values in its JSON.
  public var fields: KeyValuePairs<String, JSONValue?> {
    switch self {
    case .asked(let count): ["count": .number(JSONNumber(count))]
    case .answered(let answer): ["answer": answer.map { .string($0.rawValue) }]
    case .systemAnswered(let level): ["level": level.map { .string($0.rawValue) }]
    case .changed(let former, let level):
      ["from": .string(former.rawValue), "level": .string(level.rawValue)]
    case .passedOver(let reason): ["reason": .string(reason.rawValue)]
    case .storeFailed(let error): ["error": .string(error)]
    case .systemAsked: [:]
    }
  }

  /// What happened, for people.
  public var message: String {
    switch self {
    case .asked(let count): "the app asks the user, question \(count)"
    case .answered(let answer?): "the user has answered the app: \(answer.message)"
    case .answered(nil): "the user has not answered the app in time"
    case .systemAsked: "the system asks the user, the only time"
    case .systemAnswered(let level?): "the user has answered the system: \(level.message)"
    case .systemAnswered(nil): "the system has not answered"
    case .changed(_, .notDetermined): "the app is on another device, where nobody was asked"
    case .changed(_, let level): "the user has changed it elsewhere: \(level.message)"
    case .passedOver(let reason): "the user is not asked: \(reason.message)"
    case .storeFailed(let error): "what was asked can't be kept: \(error.clause)"
    }
  }
}

/// Why a user was not asked at a moment of value.
public enum PermissionReason: String, Hashable, Sendable {
  /// The app is not active.
  case notActive

  /// A question is under way.
  case asking

  /// The store can't be read or written.
  case storeUnknown

  /// What the user allows is not known.
  case levelUnknown

  /// The user has agreed.
  case allowed

  /// The user has refused what the system asked, or in Settings.
  case denied

  /// The user declined a short time ago.
  case refusedLately

  /// The user was asked as often as is allowed, or has answered ``PermissionAnswer/never``.
  case askedOften

  /// Why, for people.
  package var message: String {
    switch self {
    case .notActive: "the app is not active"
    case .asking: "a question is under way"
    case .storeUnknown: "what was asked before is not known"
    case .levelUnknown: "what the user allows is not known"
    case .allowed: "the user has agreed"
    case .denied: "the user has refused"
    case .refusedLately: "the user refused a short time ago"
    case .askedOften: "the user is to be asked no more"
    }
  }
}
