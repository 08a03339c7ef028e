import Foundation
import PushHub
import PushHubAlerts
@preconcurrency import UserNotifications

/// The folder that the app shares; without the capability App Groups, one that the app doesn't see.
private let group =
  FileManager.default
  .containerURL(forSecurityApplicationGroupIdentifier: "group.org.example.Inbox")
  ?? .temporaryDirectory

/// Puts the sender's name above a message and a picture beside it, and keeps it for the app's list and icon.
final class NotificationService: UNNotificationServiceExtension {
  private let host = ServiceExtensionHost(
    [
      .changing("sender") { notification in
        notification.title = notification.payload["sender"]?.stringValue ?? notification.title
      },
      .picture { $0.payload["picture"]?.stringValue },
      .inbox(InboxFolder(group.appending(path: "inbox"))),
      .badge(SharedBadge(group.appending(path: "badge"))),
    ],
    folder: group.appending(path: "extension")
  )

  override func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
  ) {
    host.didReceive(request, withContentHandler: contentHandler)
  }

  override func serviceExtensionTimeWillExpire() {
    host.serviceExtensionTimeWillExpire()
  }
}
