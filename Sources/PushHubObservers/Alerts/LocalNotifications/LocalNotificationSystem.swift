public import Foundation
public import PushHub

/// Who shows notifications at their time; on Apple's systems the user notification center.
///
/// It is asked for one thing at a time. What it does not answer in time has failed: its task is
/// cancelled, and it is asked for again with the next occasion, after ``pending()``.
@MainActor
public protocol LocalNotificationSystem: AnyObject {
  /// Takes a notification, in place of one with the same identifier.
  ///
  /// - Parameters:
  ///   - notification: What is shown.
  ///   - identifier: By what the system knows it.
  ///   - interval: In how many seconds it is shown, perhaps none; for a trigger of the calendar its
  ///     components say when.
  /// - Throws: Why it was not taken.
  func add(
    _ notification: LocalNotification,
    as identifier: String,
    in interval: TimeInterval
  ) async throws

  /// Forgets notifications that have not been shown.
  func removePending(_ identifiers: [String]) async throws

  /// The identifiers of all that have not been shown, also of those that others have added.
  func pending() async throws -> [String]
}

extension LocalNotification {
  /// What the identifiers begin with by which the system knows this package's.
  package static let prefix = "pushhub.local."

  /// The notification's id in the identifier of a request; `nil` if the request is somebody else's.
  public static func id(inRequest identifier: String) -> String? {
    identifier.hasPrefix(prefix) ? String(identifier.dropFirst(prefix.count)) : nil
  }
}

/// What becomes of local notifications, as far as it is worth telling.
public enum LocalNotificationsEvent: FeatureEvent {
  /// One, by its id, is not shown.
  case dropped(String, LocalNotificationReason)

  /// The system did not do what it was asked for.
  case failed(String)

  /// The store could not be read or written. What can't be understood is cancelled, and all begins anew;
  /// otherwise it is tried again when something happens.
  case storeFailed(String)

  /// The name, which is the reason if there is one.
  public var name: String {
    switch self {
    case .dropped(_, let reason): reason.rawValue
    case .failed: "failed"
    case .storeFailed: "store"
    }
  }

  /// The notification or the error.
  public var fields: KeyValuePairs<String, JSONValue?> {
    switch self {
    case .dropped(let id, _): ["id": .string(id)]
    case .failed(let error), .storeFailed(let error): ["error": .string(error)]
    }
  }

  /// What happened, for people.
  public var words: String {
    switch self {
    case .dropped(let id, .nobodySignedIn): "does not schedule \(id), since nobody is signed in"
    case .dropped(let id, .neverShown): "does not schedule \(id), since its time never comes"
    case .dropped(let id, .missed): "the time of \(id) passed before the system had taken it"
    case .dropped(let id, .mooted): "cancels \(id), which a push has made pointless"
    case .dropped(let id, .signedOut): "cancels \(id), whose account is not signed in any more"
    case .failed(let error): "the system did not do what it was asked for: \(error.clause)"
    case .storeFailed(let error): "what is scheduled can't be kept: \(error.clause)"
    }
  }
}

/// Why a notification is not shown.
public enum LocalNotificationReason: String, Hashable, Sendable {
  /// It was for the account that is signed in, and none is.
  case nobodySignedIn

  /// Its time is past, or never comes.
  case neverShown

  /// Its time passed before the system had taken it.
  case missed

  /// A push made it pointless.
  case mooted

  /// Its account is not signed in any more.
  case signedOut
}
