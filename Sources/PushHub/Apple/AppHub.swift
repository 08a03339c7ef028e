#if canImport(UserNotifications) && !os(tvOS) && !os(watchOS)
public import Foundation
// The framework promises the compiler nothing about its classes; see NotificationCenterDelegate.
@unsafe @preconcurrency public import UserNotifications

/// All that an app has of PushHub, made and connected once.
///
/// ``PushHubAppDelegate`` and ``PushHubMacAppDelegate`` hold one. An app with a delegate of its own
/// does the same, starts it when it has launched, and forwards to ``pushes``:
///
/// ```swift
/// final class AppDelegate: UIResponder, UIApplicationDelegate {
///   let hub = AppHub()
///
///   func application(
///     _ application: UIApplication,
///     didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
///   ) -> Bool {
///     hub.pushes.application(application, didFinishLaunchingWithOptions: launchOptions)
///     hub.start(with: application)
///     return true
///   }
/// }
/// ```
///
/// It also catches up with what fell due while the device slept; see ``CatchUp``. Nothing is told
/// to the lifecycle before it is started, and everything ends with it.
@MainActor
public final class AppHub {
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

  /// What features know of the app.
  let subjects: Subjects

  /// Where the system posts what the app is doing.
  let notificationCenter: NotificationCenter

  /// What is kept alive from the start on.
  var monitor: AnyObject?

  /// What runs late actions, from the start on.
  var catchUp: CatchUp?

  /// Makes everything, with a clock and with centers of one's own if need be.
  ///
  /// - Parameters:
  ///   - scheduler: The clock that everything shares.
  ///   - configuration: How the manager behaves.
  ///   - center: Whose delegate the app's forwarder becomes at the launch.
  ///   - notificationCenter: Where the system posts phases and screenshots.
  public init(
    scheduler: any Scheduler = LiveScheduler(),
    configuration: NotificationManager.Configuration = .init(),
    center: UNUserNotificationCenter = .current(),
    notificationCenter: NotificationCenter = .default
  ) {
    self.scheduler = scheduler
    self.notificationCenter = notificationCenter
    manager = NotificationManager(configuration: configuration, scheduler: scheduler)
    lifecycle = AppLifecycle()
    subjects = Subjects(push: manager, lifecycle: lifecycle, scheduler: scheduler)
    host = PluginHost(subjects: subjects)
    pushes = PushForwarder(manager: manager, lifecycle: lifecycle, center: center)
  }

  /// Keeps what follows the app, in place of what did before.
  func follow(with monitor: AnyObject, catchingUp catchUp: CatchUp) {
    self.monitor = monitor
    self.catchUp?.detach()
    self.catchUp = catchUp
    catchUp.attach(to: subjects)
  }
}
#endif
