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
/// That line is all: the delegate makes the subjects on a live scheduler, forwards every callback,
/// and is in the environment of all views, where ``SwiftUI/View/trackedPage(_:)`` finds the
/// lifecycle. Features are installed in ``host``, in the app's `init` or later: what arrived before
/// is kept for them. Subclass it to override single callbacks, and call `super`.
///
/// See [UIApplicationDelegateAdaptor](https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor).
open class PushHubAppDelegate: UIResponder, UIApplicationDelegate {
  /// The app's clock.
  public let scheduler: any Scheduler

  /// Where pushes come in.
  public let manager: NotificationManager

  /// What the app is doing.
  public let lifecycle: AppLifecycle

  /// Keeps the app's features.
  public let host: PluginHost

  /// What takes the callbacks.
  public let pushes: PushForwarder

  private let monitor: ApplicationLifecycleMonitor
  private let catchUp: CatchUp

  /// Makes a delegate with a clock and with centers of one's own, as for tests.
  public init(
    scheduler: any Scheduler,
    configuration: NotificationManager.Configuration = .init(),
    center: UNUserNotificationCenter = .current(),
    notificationCenter: NotificationCenter = .default
  ) {
    self.scheduler = scheduler
    manager = NotificationManager(configuration: configuration, scheduler: scheduler)
    lifecycle = AppLifecycle()
    catchUp = CatchUp(scheduler: scheduler)
    lifecycle.add(catchUp, priority: .high)
    host = PluginHost(
      subjects: Subjects(push: manager, lifecycle: lifecycle, scheduler: scheduler)
    )
    pushes = PushForwarder(manager: manager, lifecycle: lifecycle, center: center)
    monitor = ApplicationLifecycleMonitor(lifecycle: lifecycle, center: notificationCenter)
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
    monitor.start(with: application)
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

/// Has a live scheduler run what fell due while the device slept, on return to the foreground.
@MainActor
private final class CatchUp: LifecycleObserver {
  private let scheduler: any Scheduler

  init(scheduler: any Scheduler) {
    self.scheduler = scheduler
  }

  func begin(with state: LifecycleState) {}

  func receive(_ event: LifecycleEvent, state: LifecycleState) {
    guard case .phaseChanged(let phase) = event, phase.isForeground else { return }
    (scheduler as? LiveScheduler)?.runDueActions()
  }
}
#endif
