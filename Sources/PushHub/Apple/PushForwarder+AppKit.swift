#if canImport(AppKit) && canImport(UserNotifications) && !targetEnvironment(macCatalyst)
public import AppKit
public import Foundation
// The framework promises the compiler nothing about its classes; see NotificationCenterDelegate.
@unsafe @preconcurrency import UserNotifications

/// The methods of an application delegate on macOS; see
/// [NSApplicationDelegate](https://developer.apple.com/documentation/appkit/nsapplicationdelegate).
extension PushForwarder {
  /// Takes the launch, and becomes the notification center's delegate.
  ///
  /// A Mac app that was launched by a tap finds the user's response among the notification's user
  /// info; see
  /// [launchUserNotificationUserInfoKey](https://developer.apple.com/documentation/appkit/nsapplication/launchusernotificationuserinfokey).
  public func applicationDidFinishLaunching(_ notification: Notification) {
    let key = NSApplication.launchUserNotificationUserInfoKey
    let response = notification.userInfo?[key] as? UNNotificationResponse
    begin(.plain)
    if let response {
      centerDelegate.tellManager(of: response)
    }
  }

  /// Takes the device token.
  public func application(
    _ application: NSApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    manager.didRegister(deviceToken: DeviceToken(deviceToken))
  }

  /// Takes the system's refusal to register the app.
  public func application(
    _ application: NSApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {
    manager.didFailToRegister(RegistrationFailure(error))
  }

  /// Takes a push; observers work on it, but macOS waits for no result.
  public func application(
    _ application: NSApplication,
    didReceiveRemoteNotification userInfo: [String: Any]
  ) {
    let payload = PushPayload(userInfo: userInfo)
    let manager = self.manager
    manager.scheduler.perform {
      _ = await manager.deliver(payload, via: .remote)
    }
  }
}
#endif
