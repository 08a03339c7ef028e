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
  /// - Throws: Why it was not taken.
  func add(_ request: LocalNotificationRequest) async throws

  /// Forgets notifications that have not been shown.
  func removePending(_ identifiers: [String]) async throws

  /// The identifiers of all that have not been shown, also of those that others have added.
  func pending() async throws -> [String]
}

/// A notification as the system is given it.
public struct LocalNotificationRequest: Hashable, Sendable {
  /// What the identifiers of this package's begin with.
  public static let prefix = "pushhub.local."

  /// By what the system knows it: ``prefix`` and the notification's id.
  public var identifier: String { Self.prefix + notification.id }

  /// What is shown.
  public let notification: LocalNotification

  /// When it is shown next; where it repeats, the calendar's components say when.
  public let date: Date

  /// Describes a request.
  public init(_ notification: LocalNotification, at date: Date) {
    self.notification = notification
    self.date = date
  }
}

extension LocalNotification {
  /// The notification's id in the identifier of a request; `nil` if the request is somebody else's.
  public static func id(inRequest identifier: String) -> String? {
    identifier.hasPrefix(LocalNotificationRequest.prefix)
      ? String(identifier.dropFirst(LocalNotificationRequest.prefix.count)) : nil
  }
}

/// What becomes of local notifications, as far as it is worth telling.
public enum LocalNotificationsEvent: FeatureEvent {
  /// One, by its id, is not shown.
  case dropped(String, LocalNotificationReason)

  /// The system did not do what it was asked for.
  case failed(String)

  /// The store could not be read or written. What can't be understood is cancelled, and all begins anew;
  /// otherwise it is tried again with the next occasion.
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
