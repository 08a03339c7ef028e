#if canImport(UserNotifications)
public import Foundation
public import Observation

#if canImport(UIKit) && !os(watchOS)
public import UIKit
#endif

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
#endif

#if canImport(WatchKit) && !os(iOS)
public import WatchKit
#endif

#if canImport(UIKit) && !os(watchOS)
/// The superclass and protocol of an application delegate on this platform.
public typealias AppDelegateBase = UIResponder & UIApplicationDelegate
#elseif canImport(AppKit)
/// The superclass and protocol of an application delegate on this platform.
public typealias AppDelegateBase = NSObject & NSApplicationDelegate
#else
/// The superclass and protocol of an application delegate on this platform.
public typealias AppDelegateBase = NSObject & WKApplicationDelegate
#endif

/// An application delegate that forwards all callbacks to an ``AppHub``.
///
/// An app in SwiftUI writes one line, with the adaptor of its platform: `UIApplicationDelegateAdaptor`,
/// `NSApplicationDelegateAdaptor` or `WKApplicationDelegateAdaptor`:
///
/// ```swift
/// @main
/// struct InboxApp: App {
///   @UIApplicationDelegateAdaptor(PushHubAppDelegate.self) private var delegate
///
///   var body: some Scene {
///     WindowGroup { InboxView().trackedPage("inbox") }
///   }
/// }
/// ```
///
/// An app with a delegate of its own inherits from this class, which forwards every callback, also those of
/// scenes:
///
/// ```swift
/// @main
/// final class AppDelegate: PushHubAppDelegate {
///   private lazy var features = Features(on: hub)
///
///   override func willLaunch() {
///     features.install()
///   }
/// }
/// ```
///
/// SwiftUI puts it in the environment, where ``SwiftUI/View/trackedPage(_:)`` finds the lifecycle. Install
/// features in ``AppHub/host``, in ``willLaunch()`` or later; earlier events are kept for them. Override single
/// callbacks, and call `super`. The environment finds a delegate by its exact class, so an app with a subclass
/// sets the lifecycle itself: `.environment(\.appLifecycle, delegate.hub.lifecycle)`.
///
/// See [UIApplicationDelegate](https://developer.apple.com/documentation/uikit/uiapplicationdelegate),
/// [NSApplicationDelegate](https://developer.apple.com/documentation/appkit/nsapplicationdelegate) and
/// [WKApplicationDelegate](https://developer.apple.com/documentation/watchkit/wkapplicationdelegate).
@MainActor
open class PushHubAppDelegate: AppDelegateBase {
  /// The hub, which the delegate keeps alive.
  public let hub: AppHub

  /// Creates a delegate with a given hub, for tests.
  public init(hub: AppHub) {
    self.hub = hub
    super.init()
  }

  /// Creates the delegate as the system does.
  public required convenience override init() {
    self.init(hub: AppHub())
  }

  /// Called when the system has launched the app, before anything is notified of the launch.
  ///
  /// Override it to install features; it is the same on every platform, and does nothing by default.
  open func willLaunch() {}

  #if canImport(UIKit) && !os(watchOS)
  /// Handles the launch.
  open func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    willLaunch()
    hub.start(with: application, launchOptions: launchOptions)
    return true
  }

  /// Handles the device token.
  open func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    hub.manager.didRegister(deviceToken: DeviceToken(deviceToken))
  }

  /// Handles the failure to register the app.
  open func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {
    hub.manager.didFailToRegister(RegistrationFailure(error))
  }

  /// Handles a push, and completes when the observers' work is done or their budget is used.
  open func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    hub.receive(userInfo) { completionHandler(UIBackgroundFetchResult($0)) }
  }

  #if !os(tvOS)
  /// The class of scene delegates, for scenes without one in the Info.plist.
  open nonisolated var sceneDelegateClass: PushHubSceneDelegate.Type { PushHubSceneDelegate.self }

  /// Gives scenes a delegate that forwards their connection, and handles its response at once.
  open func application(
    _ application: UIApplication,
    configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    hub.open(options)
    let role = connectingSceneSession.role
    let configuration = UISceneConfiguration(
      name: connectingSceneSession.configuration.name,
      sessionRole: role
    )
    // Windows, volumes and immersive spaces; the last two have names on visionOS alone.
    let ownRoles = [
      "UIWindowSceneSessionRoleApplication", "UIWindowSceneSessionRoleVolumetricApplication",
      "UISceneSessionRoleImmersiveSpaceApplication",
    ]
    if ownRoles.contains(role.rawValue), configuration.delegateClass == nil {
      configuration.delegateClass = sceneDelegateClass
    }
    return configuration
  }

  /// Whether the delegate has a method.
  ///
  /// It has the one that configures scenes if the Info.plist has a scene manifest, which may be empty, or if a
  /// subclass overrides that method or ``sceneDelegateClass``.
  ///
  /// Otherwise UIKit would treat an app without scenes as one with scenes, and show no window. UIKit ends an app
  /// that is built with the SDK of iOS 27 and adopts no scenes. See [Transitioning to the UIKit scene-based life
  /// cycle](https://developer.apple.com/documentation/uikit/transitioning-to-the-uikit-scene-based-life-cycle).
  open nonisolated override func responds(to aSelector: Selector!) -> Bool {
    let configure = NSSelectorFromString(
      "application:configurationForConnectingSceneSession:options:"
    )
    if aSelector == configure,
      bundle.object(forInfoDictionaryKey: "UIApplicationSceneManifest") == nil,
      sceneDelegateClass == PushHubSceneDelegate.self, !overrides(configure)
    {
      return false
    }
    return super.responds(to: aSelector)
  }

  private nonisolated func overrides(_ selector: Selector) -> Bool {
    #if canImport(ObjectiveC)
    unsafe class_getMethodImplementation(type(of: self), selector)
      != class_getMethodImplementation(PushHubAppDelegate.self, selector)
    #else
    false
    #endif
  }

  /// The app's bundle.
  nonisolated var bundle: Bundle { .main }
  #endif
  #endif

  #if canImport(AppKit) && !targetEnvironment(macCatalyst)
  private var isPrepared = false

  /// Sets the hub as the notification center's delegate before the launch is over.
  ///
  /// Only then does the system report the response that launched the app. See
  /// [delegate](https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/delegate).
  open func applicationWillFinishLaunching(_ notification: Notification) {
    prepareLaunch()
    hub.becomeDelegate()
  }

  /// Handles the launch.
  open func applicationDidFinishLaunching(_ notification: Notification) {
    prepareLaunch()
    hub.start(with: NSApplication.shared)
  }

  /// Calls ``willLaunch()`` in the first of the two callbacks, since a subclass may override it.
  private func prepareLaunch() {
    guard !isPrepared else { return }
    isPrepared = true
    willLaunch()
  }

  /// Handles the device token.
  open func application(
    _ application: NSApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    hub.manager.didRegister(deviceToken: DeviceToken(deviceToken))
  }

  /// Handles the failure to register the app.
  open func application(
    _ application: NSApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {
    hub.manager.didFailToRegister(RegistrationFailure(error))
  }

  /// Handles a push; observers work on it, but macOS waits for no result.
  open func application(
    _ application: NSApplication,
    didReceiveRemoteNotification userInfo: [String: Any]
  ) {
    hub.receive(userInfo) { _ in }
  }
  #endif

  #if canImport(WatchKit) && !os(iOS)
  /// Handles the launch; a tap that launched the app comes to the notification center's delegate.
  open func applicationDidFinishLaunching() {
    willLaunch()
    hub.start(with: WKApplication.shared())
  }

  /// Handles the device token.
  open func didRegisterForRemoteNotifications(withDeviceToken deviceToken: Data) {
    hub.manager.didRegister(deviceToken: DeviceToken(deviceToken))
  }

  /// Handles the failure to register the app.
  open func didFailToRegisterForRemoteNotificationsWithError(_ error: any Error) {
    hub.manager.didFailToRegister(RegistrationFailure(error))
  }

  /// Handles a push, and completes when the observers' work is done or their budget is used.
  open func didReceiveRemoteNotification(
    _ userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (WKBackgroundFetchResult) -> Void
  ) {
    hub.receive(userInfo) { completionHandler(WKBackgroundFetchResult($0)) }
  }
  #endif
}

/// Conforms so that SwiftUI puts the delegate in the environment; nothing of it changes.
extension PushHubAppDelegate: nonisolated Observable {}
#endif
