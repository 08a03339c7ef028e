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

/// What becomes of local notifications, by their ids, as far as it is worth telling.
public enum LocalNotificationsEvent: FeatureEvent {
  /// One is not scheduled: it was for the account that is signed in, and none is.
  case nobodySignedIn(String)

  /// One is not scheduled: its time is past, or never comes.
  case neverShown(String)

  /// One is not shown: its time passed before the system had taken it.
  case missed(String)

  /// One is cancelled: a push made it pointless.
  case mooted(String)

  /// One is cancelled: its account is not signed in any more.
  case signedOut(String)

  /// The system did not do what it was asked for.
  case failed(String)

  /// The store could not be read or written. What can't be understood is cancelled, and all begins anew;
  /// otherwise it is tried again when something happens.
  case storeFailed(String)

  /// The name.
  public var name: String {
    switch self {
    case .nobodySignedIn: "nobodySignedIn"
    case .neverShown: "neverShown"
    case .missed: "missed"
    case .mooted: "mooted"
    case .signedOut: "signedOut"
    case .failed: "failed"
    case .storeFailed: "store"
    }
  }

  /// The notification or the error.
  public var fields: KeyValuePairs<String, JSONValue?> {
    switch self {
    case .nobodySignedIn(let id), .neverShown(let id), .missed(let id), .mooted(let id),
      .signedOut(let id):
      ["id": .string(id)]
    case .failed(let error), .storeFailed(let error): ["error": .string(error)]
    }
  }

  /// What happened, for people.
  public var message: String {
    switch self {
    case .nobodySignedIn(let id): "does not schedule \(id), since nobody is signed in"
    case .neverShown(let id): "does not schedule \(id), since its time never comes"
    case .missed(let id): "the time of \(id) passed before the system had taken it"
    case .mooted(let id): "cancels \(id), which a push has made pointless"
    case .signedOut(let id): "cancels \(id), whose account is not signed in any more"
    case .failed(let error): "the system did not do what it was asked for: \(error.clause)"
    case .storeFailed(let error): "what is scheduled can't be kept: \(error.clause)"
    }
  }
}
