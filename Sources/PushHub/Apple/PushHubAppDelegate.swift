#if canImport(UIKit) && canImport(UserNotifications) && !os(watchOS)
public import Foundation
public import Observation
public import UIKit

/// The application delegate of an app that leaves its pushes to PushHub.
///
/// An app in SwiftUI writes one line, the same on every platform:
///
/// ```swift
/// @main
/// struct InboxApp: App {
///   @PushHubAppDelegateAdaptor(PushHubAppDelegate.self) private var hub
///
///   var body: some Scene {
///     WindowGroup { InboxView().trackedPage("inbox") }
///   }
/// }
/// ```
///
/// An app with a delegate of its own lets it inherit from this one, which forwards every callback,
/// those of scenes included:
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
/// It makes an ``AppHub``, which catches up after a sleep, and is in the environment of all views, where
/// ``SwiftUI/View/trackedPage(_:)`` finds the lifecycle. Features are installed in ``AppHub/host``, in
/// ``willLaunch()`` or later: what arrived before is kept for them. Override single callbacks, and call
/// `super`. The environment knows a delegate by its own class only, so a subclass also gives views its
/// lifecycle: `.environment(\.appLifecycle, delegate.lifecycle)`.
///
/// On macOS it is a `PushHubMacAppDelegate`, on watchOS a `PushHubWatchAppDelegate`, under this name
/// too. See [UIApplicationDelegate](https://developer.apple.com/documentation/uikit/uiapplicationdelegate)
/// and [UIApplicationDelegateAdaptor](https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor).
open class PushHubAppDelegate: UIResponder, UIApplicationDelegate {
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

  /// Called when the system has launched the app, before anything is told of the launch.
  ///
  /// The place to install features, the same on every platform; does nothing unless it is overridden.
  open func willLaunch() {}

  /// Takes the launch.
  open func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    willLaunch()
    hub.start(with: application, launchOptions: launchOptions)
    return true
  }

  /// Takes the device token.
  open func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    hub.manager.didRegister(deviceToken: DeviceToken(deviceToken))
  }

  /// Takes the system's refusal to register the app.
  open func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {
    hub.manager.didFailToRegister(RegistrationFailure(error))
  }

  /// Takes a push, and completes when the observers' work is done or their budget is used.
  open func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    hub.receive(userInfo) { completionHandler(UIBackgroundFetchResult($0)) }
  }

  #if !os(tvOS)
  /// The delegate of scenes for which the Info.plist names none.
  open var sceneDelegateClass: PushHubSceneDelegate.Type { PushHubSceneDelegate.self }

  /// Gives scenes a delegate that tells what they are connected for, and takes it already.
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
    if role == .windowApplication, configuration.delegateClass == nil {
      configuration.delegateClass = sceneDelegateClass
    }
    return configuration
  }
  #endif
}

/// Conforms so that SwiftUI puts the delegate in the environment; nothing of it changes.
extension PushHubAppDelegate: nonisolated Observable {}

extension UIBackgroundFetchResult {
  /// The system's word for a result.
  public init(_ result: FetchResult) {
    switch result {
    case .newData: self = .newData
    case .noData: self = .noData
    case .failed: self = .failed
    }
  }
}

extension FetchResult {
  /// Reads the system's word for a result; one that it adds later counts as failed.
  public init(_ result: UIBackgroundFetchResult) {
    switch result {
    case .newData: self = .newData
    case .noData: self = .noData
    default: self = .failed
    }
  }
}
#endif
