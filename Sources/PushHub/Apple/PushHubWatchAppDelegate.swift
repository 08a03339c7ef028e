#if canImport(WatchKit) && canImport(UserNotifications) && !os(iOS)
public import Foundation
public import Observation
// The framework promises the compiler nothing about its classes; see NotificationCenterDelegate.
@unsafe @preconcurrency public import UserNotifications
public import WatchKit

/// The application delegate of a watch app that leaves its pushes to PushHub; on watchOS also called
/// `PushHubAppDelegate`.
///
/// It does on watchOS what ``PushHubAppDelegate`` does on iOS. See
/// [WKApplicationDelegateAdaptor](https://developer.apple.com/documentation/swiftui/wkapplicationdelegateadaptor).
open class PushHubWatchAppDelegate: NSObject, WKApplicationDelegate, AppHubHolder {
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

  /// Called when the system has launched the app, before anything is told of the launch.
  ///
  /// The place to install features, the same on every platform; does nothing unless it is overridden.
  open func willLaunch() {}

  /// Takes the launch.
  open func applicationDidFinishLaunching() {
    willLaunch()
    pushes.applicationDidFinishLaunching()
    hub.start(with: .shared())
  }

  /// Takes the device token.
  open func didRegisterForRemoteNotifications(withDeviceToken deviceToken: Data) {
    pushes.didRegisterForRemoteNotifications(withDeviceToken: deviceToken)
  }

  /// Takes the system's refusal to register the app.
  open func didFailToRegisterForRemoteNotificationsWithError(_ error: any Error) {
    pushes.didFailToRegisterForRemoteNotificationsWithError(error)
  }

  /// Takes a push, and completes when the observers' work is done or their budget is used.
  open func didReceiveRemoteNotification(
    _ userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (WKBackgroundFetchResult) -> Void
  ) {
    pushes.didReceiveRemoteNotification(userInfo, fetchCompletionHandler: completionHandler)
  }
}

/// Conforms so that SwiftUI puts the delegate in the environment; nothing of it changes.
extension PushHubWatchAppDelegate: nonisolated Observable {}
#endif
