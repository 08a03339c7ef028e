#if canImport(UserNotifications)
public import Foundation
// The framework promises the compiler nothing about its classes; see NotificationCenterDelegate.
@unsafe @preconcurrency public import UserNotifications

/// All that an app has of PushHub, made and connected once.
///
/// ``PushHubAppDelegate`` holds one. An app whose delegate inherits from something else does the same,
/// starts it when it has launched, and forwards to ``pushes``:
///
/// ```swift
/// final class AppDelegate: SomebodysAppDelegate {
///   let hub = AppHub()
///
///   override func application(
///     _ application: UIApplication,
///     didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
///   ) -> Bool {
///     hub.pushes.application(application, didFinishLaunchingWithOptions: launchOptions)
///     hub.start(with: application)
///     return super.application(application, didFinishLaunchingWithOptions: launchOptions)
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

  #if !os(tvOS)
  /// Registers the categories of the host's plugins, beside those of other libraries.
  public let categories: NotificationCategories
  #endif

  /// The notification center; `nil` in a process that has none, such as a command-line run.
  public private(set) lazy var center = givenCenter ?? UNUserNotificationCenter.current(of: .main)

  /// What features know of the app.
  let context: PluginContext

  private let givenCenter: UNUserNotificationCenter?

  /// Where the system posts what the app is doing.
  let notificationCenter: NotificationCenter

  /// What is kept alive from the start on.
  var monitor: AnyObject?

  /// What has features refresh in the background, if the app wants that.
  var refresher: AnyObject?

  /// What runs late actions, from the start on.
  var catchUp: CatchUp?

  /// Makes everything, with a clock and with centers of one's own if need be.
  ///
  /// - Parameters:
  ///   - scheduler: The clock that everything shares.
  ///   - configuration: How the manager behaves.
  ///   - center: Whose delegate the app's forwarder becomes at the launch; that of the process by
  ///     default, asked for when it is needed.
  ///   - notificationCenter: Where the system posts phases and screenshots.
  ///   - defaults: Where it is remembered which categories of notifications are the plugins'.
  public init(
    scheduler: any Scheduler = LiveScheduler(),
    configuration: NotificationManager.Configuration = .init(),
    center: UNUserNotificationCenter? = nil,
    notificationCenter: NotificationCenter = .default,
    defaults: UserDefaults = .standard
  ) {
    self.scheduler = scheduler
    self.notificationCenter = notificationCenter
    givenCenter = center
    manager = NotificationManager(configuration: configuration, scheduler: scheduler)
    lifecycle = AppLifecycle()
    context = PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler)
    host = PluginHost(context: context)
    lifecycle.add(manager, priority: .first)
    #if os(tvOS)
    pushes = PushForwarder(manager: manager, lifecycle: lifecycle)
    #else
    pushes = PushForwarder(
      manager: manager,
      lifecycle: lifecycle,
      center: center,
      notificationCenter: notificationCenter
    )
    categories = NotificationCategories(host: host, center: center, defaults: defaults)
    lifecycle.add(categories)
    #endif
  }

  /// Keeps what follows the app, in place of what did before.
  func follow(with monitor: AnyObject, catchingUp catchUp: CatchUp) {
    self.monitor = monitor
    if let former = self.catchUp {
      context.detach(former)
    }
    self.catchUp = catchUp
    context.attach(catchUp)
  }
}

/// What has an ``AppHub``, such as an app delegate, and gives out what is in it.
@MainActor
public protocol AppHubHolder {
  /// All that an app has of PushHub.
  var hub: AppHub { get }
}

extension AppHubHolder {
  /// The app's clock.
  public var scheduler: any Scheduler { hub.scheduler }

  /// Where pushes come in.
  public var manager: NotificationManager { hub.manager }

  /// What the app is doing.
  public var lifecycle: AppLifecycle { hub.lifecycle }

  /// Keeps the app's features.
  public var host: PluginHost { hub.host }

  /// What takes the callbacks.
  public var pushes: PushForwarder { hub.pushes }

  #if !os(tvOS)
  /// Registers the categories of the host's plugins, beside those of other libraries.
  public var categories: NotificationCategories { hub.categories }
  #endif
}
#endif
