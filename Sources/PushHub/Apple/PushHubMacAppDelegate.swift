#if canImport(AppKit) && canImport(UserNotifications) && !targetEnvironment(macCatalyst)
public import AppKit
public import Foundation
public import Observation
// The framework promises the compiler nothing about its classes; see NotificationCenterDelegate.
@unsafe @preconcurrency import UserNotifications

/// The application delegate of a Mac app that leaves its pushes to PushHub; on macOS also called
/// `PushHubAppDelegate`.
///
/// It does on macOS what ``PushHubAppDelegate`` does on iOS, and also catches up when the Mac wakes
/// with the app in front. See
/// [NSApplicationDelegateAdaptor](https://developer.apple.com/documentation/swiftui/nsapplicationdelegateadaptor).
open class PushHubMacAppDelegate: NSResponder, NSApplicationDelegate, AppHubHolder {
  /// All that the delegate holds.
  public let hub: AppHub

  /// Makes a delegate with a hub of one's own, as for tests.
  public init(hub: AppHub) {
    self.hub = hub
    super.init()
  }

  /// Makes the delegate as the system does.
  public required convenience override init() {
    self.init(hub: AppHub())
  }

  /// Does nothing: a delegate is made in code.
  public required init?(coder: NSCoder) {
    nil
  }

  /// Called when the system has launched the app, before anything is told of the launch.
  ///
  /// The place to install features, the same on every platform; does nothing unless it is overridden.
  open func willLaunch() {}

  /// Takes the launch.
  open func applicationDidFinishLaunching(_ notification: Notification) {
    willLaunch()
    pushes.applicationDidFinishLaunching(notification)
    hub.start(with: .shared)
  }

  /// Takes the device token.
  open func application(
    _ application: NSApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    pushes.application(
      application,
      didRegisterForRemoteNotificationsWithDeviceToken: deviceToken
    )
  }

  /// Takes the system's refusal to register the app.
  open func application(
    _ application: NSApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {
    pushes.application(application, didFailToRegisterForRemoteNotificationsWithError: error)
  }

  /// Takes a push.
  open func application(
    _ application: NSApplication,
    didReceiveRemoteNotification userInfo: [String: Any]
  ) {
    pushes.application(application, didReceiveRemoteNotification: userInfo)
  }
}

/// Conforms so that SwiftUI puts the delegate in the environment; nothing of it changes.
extension PushHubMacAppDelegate: nonisolated Observable {}

extension AppHub {
  /// Follows the application from now on; to be called when it has launched.
  ///
  /// What fell due while the Mac slept runs when it wakes, and on each return to the foreground.
  /// Starting again begins anew.
  ///
  /// - Parameters:
  ///   - application: The app.
  ///   - workspace: Who posts that the Mac wakes.
  ///   - registersForRemoteNotifications: Whether it asks the system for a device token, which Apple
  ///     advises at each launch. The user is not asked; without a token no remote push arrives.
  public func start(
    with application: NSApplication,
    workspace: NSWorkspace = .shared,
    registersForRemoteNotifications: Bool = true
  ) {
    let monitor = MacLifecycleMonitor(lifecycle: lifecycle, center: notificationCenter)
    follow(with: monitor, catchingUp: CatchUp(wakesOf: workspace))
    monitor.start(with: application)
    if registersForRemoteNotifications {
      application.registerForRemoteNotifications()
    }
  }
}

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
