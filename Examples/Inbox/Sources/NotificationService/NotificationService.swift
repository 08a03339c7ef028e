import Foundation
import PushHub
import PushHubAlerts
@preconcurrency import UserNotifications

/// Puts the sender's name above a message, and a picture beside it, before the system shows it.
final class NotificationService: UNNotificationServiceExtension {
  private let host = ServiceExtensionHost(
    [
      .changing("sender") { notification in
        notification.title = notification.payload["sender"]?.stringValue ?? notification.title
      },
      .picture { $0.payload["picture"]?.stringValue },
    ],
    runsFolder: FileManager.default
      .containerURL(forSecurityApplicationGroupIdentifier: "group.org.example.Inbox")?
      .appending(path: "extension-runs")
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
