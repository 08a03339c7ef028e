import PushHub
import PushHubAlerts
@preconcurrency import UserNotifications

/// Puts the sender's name above a message, and a picture beside it, before the system shows it.
final class NotificationService: UNNotificationServiceExtension {
  private let delivery = ServiceExtensionDelivery()

  override func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
  ) {
    delivery.didReceive(request, withContentHandler: contentHandler) {
      [delivery] payload, content in
      content.title = payload["sender"]?.stringValue ?? content.title
      await delivery.attachPicture(at: payload["picture"]?.stringValue, to: content)
    }
  }

  override func serviceExtensionTimeWillExpire() {
    delivery.serviceExtensionTimeWillExpire()
  }
}
