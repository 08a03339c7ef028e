public import Foundation
public import PushHub

/// The system that shows local notifications; on Apple's systems the user notification center.
///
/// One call is made at a time. A call that does not return in time has failed: its task is canceled, and it
/// is made again at the next opportunity, after ``pending()``.
@MainActor
public protocol LocalNotificationSystem: AnyObject {
  /// Adds a notification, in place of one with the same identifier.
  ///
  /// - Parameters:
  ///   - notification: The notification.
  ///   - identifier: The identifier of its request.
  ///   - interval: The number of seconds until it is shown, perhaps none; for a trigger of the calendar its
  ///     components say when.
  /// - Throws: The reason why it was not added.
  func add(
    _ notification: LocalNotification,
    as identifier: String,
    in interval: TimeInterval
  ) async throws

  /// Shows a notification at once, and returns when the system has it.
  ///
  /// It may block the caller for up to two seconds.
  ///
  /// - Parameters:
  ///   - notification: The notification; its trigger doesn't count.
  ///   - identifier: The identifier of its request.
  /// - Throws: The reason why it is not shown.
  func show(_ notification: LocalNotification, as identifier: String) throws

  /// Removes notifications that have not been shown.
  func removePending(_ identifiers: [String]) async throws

  /// Returns the identifiers of all that have not been shown, including those that other code has added.
  func pending() async throws -> [String]
}

extension LocalNotification {
  /// The beginning of the identifiers of this package's requests.
  package static let prefix = "pushhub.local."

  /// The notification's id in the identifier of a request; `nil` for another request.
  public static func id(inRequest identifier: String) -> String? {
    identifier.hasPrefix(prefix) ? String(identifier.dropFirst(prefix.count)) : nil
  }
}

/// An event of a ``LocalNotifications``, with the ids of the notifications.
public enum LocalNotificationsEvent: FeatureEvent {
  /// One is not scheduled: it was for the account that is shown, and none is known.
  case noAccount(id: String)

  /// One is not scheduled: its time is past, or never comes.
  case neverShown(id: String)

  /// One is not shown: its time passed before the system had it.
  case missed(id: String)

  /// One is canceled: a push made it unnecessary.
  case mooted(id: String)

  /// One is canceled: its account is not signed in any more.
  case signedOut(id: String)

  /// A call to the system failed.
  case failed(error: String)

  /// The store could not be read or written, which is retried.
  ///
  /// When it can't be decoded, all notifications are canceled.
  case store(error: String)

  /// A description for people.
  public var message: String {
    switch self {
    case .noAccount(let id): "does not schedule \(id), since no account is known"
    case .neverShown(let id): "does not schedule \(id), since its time never comes"
    case .missed(let id): "\(id) is not shown, since its time passed before the system had it"
    case .mooted(let id): "cancels \(id), which a push made unnecessary"
    case .signedOut(let id): "cancels \(id), whose account has signed out"
    case .failed(let error): "the system failed: \(LogText(clause: error))"
    case .store(let error): "what is scheduled can't be loaded or saved: \(LogText(clause: error))"
    }
  }

  /// An error for a failure, and for a notification that is not shown by mistake.
  public var level: LogLevel {
    switch self {
    case .mooted, .signedOut: .info
    default: .error
    }
  }

  /// Whether it names no notification, whose id the app has chosen.
  public var isPublic: Bool {
    switch self {
    case .failed, .store: true
    default: false
    }
  }
}
