#if canImport(UserNotifications) && canImport(CryptoKit)
import AccountsShared
import Foundation
import PushHub
@preconcurrency import UserNotifications

/// The class of the service extension's target.
final class NotificationService: UNNotificationServiceExtension {
  private let host = ServiceExtensionHost.messages(in: .shared, keyring: Keychain.shared)

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
#endif
