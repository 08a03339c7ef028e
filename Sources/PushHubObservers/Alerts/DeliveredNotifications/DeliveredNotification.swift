public import Foundation
public import PushHub

/// A notification that the system shows in Notification Center.
public struct DeliveredNotification: Hashable, Sendable, Identifiable {
  /// The notification request's identifier, by which the system removes it.
  public let id: String

  /// What was sent, or scheduled.
  public let payload: PushPayload

  /// When it was delivered, by the wall clock, to the millisecond.
  public let date: Date

  /// Describes a notification.
  public init(id: String, payload: PushPayload, date: Date) {
    self.id = id
    self.payload = payload
    self.date = date.toTheMillisecond
  }
}

/// What a notification is about.
public enum NotificationSubject: Hashable, Sendable {
  /// The conversation, see `thread-id`.
  case thread(String)

  /// The kind, see `category`.
  case category(String)

  /// What the app would show for it, see `target-content-id`.
  case target(String)

  /// The message, by the identifier that its sender gave it, or by that of its request.
  case message(String)

  /// The text or number of a key of the app's own.
  case value(String, for: String)
}

extension NotificationSubject {
  /// Whether a notification is about this.
  ///
  /// - Parameters:
  ///   - notification: Which.
  ///   - messageID: The identifier that its sender gave it.
  func matches(_ notification: DeliveredNotification, messageID: String?) -> Bool {
    let aps = notification.payload.aps
    return switch self {
    case .thread(let thread): aps.threadID == thread
    case .category(let category): aps.category == category
    case .target(let target): aps.targetContentID == target
    case .message(let id): notification.id == id || messageID == id
    case .value(let value, let key): notification.payload[key]?.plainText == value
    }
  }
}

extension JSONValue {
  /// A text as it is, a number as it was written.
  fileprivate var plainText: String? {
    switch self {
    case .string(let text): text
    case .number(let number): number.text
    case .null, .bool, .array, .object: nil
    }
  }
}

/// The system's list of delivered notifications.
///
/// On Apple's systems `SystemNotificationCenter` is the one.
@MainActor
public protocol DeliveredNotificationCenter: AnyObject {
  /// Gives the notifications that are shown, in any order.
  ///
  /// Cancelled, and no longer waited for, after ``DeliveredNotifications/Configuration/timeout``.
  func delivered() async -> [DeliveredNotification]

  /// Removes notifications; those that are gone already are no failure.
  func remove(_ ids: [String])
}
