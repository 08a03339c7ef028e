#if canImport(UserNotifications) && !os(tvOS)
public import Foundation
public import UserNotifications

/// What a service extension changes about a notification; what is `nil` stays as it came.
public struct NotificationChanges: Hashable, Sendable {
  /// The new title.
  public var title: String?

  /// The new subtitle.
  public var subtitle: String?

  /// The new text.
  public var body: String?

  /// The new number for the app's icon; zero removes it.
  public var badge: Int?

  /// The category whose actions are offered.
  public var categoryIdentifier: String?

  /// The thread under which notifications are grouped.
  public var threadIdentifier: String?

  /// Files to attach, such as images; one that the system refuses is left out.
  public var attachments: [URL] = []

  /// Changes nothing yet.
  public init() {}

  /// A copy of the content with the changes.
  ///
  /// See [UNMutableNotificationContent](https://developer.apple.com/documentation/usernotifications/unmutablenotificationcontent).
  public func applied(to content: UNNotificationContent) -> UNNotificationContent {
    guard let changed = content.mutableCopy() as? UNMutableNotificationContent else {
      return content
    }
    changed.title = title ?? changed.title
    changed.subtitle = subtitle ?? changed.subtitle
    changed.body = body ?? changed.body
    changed.badge = badge.map { NSNumber(value: $0) } ?? changed.badge
    changed.categoryIdentifier = categoryIdentifier ?? changed.categoryIdentifier
    changed.threadIdentifier = threadIdentifier ?? changed.threadIdentifier
    changed.attachments += attachments.compactMap {
      try? UNNotificationAttachment(identifier: $0.lastPathComponent, url: $0, options: nil)
    }
    return changed
  }
}
#endif
