import PushHub
import UserNotifications

/// Puts the sender's name above a message before the system shows it.
final class NotificationService: UNNotificationServiceExtension {
  private let delivery = ServiceExtensionDelivery()

  override func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
  ) {
    delivery.didReceive(request, withContentHandler: contentHandler) { payload in
      var changes = NotificationChanges()
      changes.title = payload["sender"]?.stringValue
      return changes
    }
  }

  override func serviceExtensionTimeWillExpire() {
    delivery.serviceExtensionTimeWillExpire()
  }
}
