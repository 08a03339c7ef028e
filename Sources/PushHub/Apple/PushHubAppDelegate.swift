#if canImport(UIKit) && canImport(UserNotifications) && !os(tvOS) && !os(watchOS)
public import Foundation
public import Observation
public import UIKit
// The framework promises the compiler nothing about its classes; see NotificationCenterDelegate.
@unsafe @preconcurrency public import UserNotifications

/// The application delegate of an app that leaves its pushes to PushHub; SwiftUI makes it.
///
/// ```swift
/// @main
/// struct InboxApp: App {
///   @UIApplicationDelegateAdaptor(PushHubAppDelegate.self) private var hub
///
///   var body: some Scene {
///     WindowGroup { InboxView().trackedPage("inbox") }
///   }
/// }
/// ```
///
/// That line is all: the delegate makes an ``AppHub``, which catches up after a sleep, forwards every
/// callback, and is in the environment of all views, where ``SwiftUI/View/trackedPage(_:)`` finds the
/// lifecycle. Features are installed in ``AppHub/host``, in the app's `init` or later: what arrived before
/// is kept for them.
///
/// Subclass it to override single callbacks, and call `super`. The environment knows a delegate by
/// its own class only, so a subclass also gives views its lifecycle:
/// `.environment(\.appLifecycle, delegate.lifecycle)`.
///
/// See [UIApplicationDelegateAdaptor](https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor).
open class PushHubAppDelegate: UIResponder, UIApplicationDelegate, AppHubHolder {
  /// All that the delegate holds.
  public let hub: AppHub

  /// Makes a delegate with a clock and with centers of one's own, as for tests.
  public init(
    scheduler: any Scheduler,
    configuration: NotificationManager.Configuration = .init(),
    center: UNUserNotificationCenter = .current(),
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

  /// Takes the launch.
  open func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    pushes.application(application, didFinishLaunchingWithOptions: launchOptions)
    hub.start(with: application)
    return true
  }

  /// Takes the device token.
  open func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    pushes.application(
      application,
      didRegisterForRemoteNotificationsWithDeviceToken: deviceToken
    )
  }

  /// Takes the system's refusal to register the app.
  open func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {
    pushes.application(application, didFailToRegisterForRemoteNotificationsWithError: error)
  }

  /// Takes a push, and completes when the observers' work is done or their budget is used.
  open func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    pushes.application(
      application,
      didReceiveRemoteNotification: userInfo,
      fetchCompletionHandler: completionHandler
    )
  }
}

/// Conforms so that SwiftUI puts the delegate in the environment; nothing of it changes.
extension PushHubAppDelegate: nonisolated Observable {}
#endif
