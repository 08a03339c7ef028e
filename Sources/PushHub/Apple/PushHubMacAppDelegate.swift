#if canImport(AppKit) && canImport(UserNotifications) && !targetEnvironment(macCatalyst)
public import AppKit
public import Foundation
public import Observation
// The framework promises the compiler nothing about its classes; see NotificationCenterDelegate.
@unsafe @preconcurrency public import UserNotifications

/// The application delegate of a Mac app that leaves its pushes to PushHub; on macOS also called
/// `PushHubAppDelegate`.
///
/// It does on macOS what ``PushHubAppDelegate`` does on iOS, and also catches up when the Mac wakes
/// with the app in front. See
/// [NSApplicationDelegateAdaptor](https://developer.apple.com/documentation/swiftui/nsapplicationdelegateadaptor).
open class PushHubMacAppDelegate: NSResponder, NSApplicationDelegate, AppHubHolder {
  /// All that the delegate holds.
  public let hub: AppHub

  /// Makes a delegate with a clock and with centers of one's own, as for tests.
  public init(
    scheduler: any Scheduler,
    configuration: NotificationManager.Configuration = .init(),
    center: UNUserNotificationCenter? = nil,
    notificationCenter: NotificationCenter = .default
  ) {
    hub = AppHub(
      scheduler: scheduler,
      configuration: configuration,
      center: center,
      notificationCenter: notificationCenter
    )
    super.init()
  }

  /// Makes the delegate as the system does.
  public required convenience override init() {
    self.init(scheduler: LiveScheduler())
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
#endif
