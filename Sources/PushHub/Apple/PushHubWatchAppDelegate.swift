#if canImport(WatchKit) && canImport(UserNotifications) && !os(iOS)
public import Foundation
public import Observation
public import WatchKit

/// The application delegate of a watch app that leaves its pushes to PushHub; on watchOS also called
/// `PushHubAppDelegate`.
///
/// It does on watchOS what ``PushHubAppDelegate`` does on iOS. See
/// [WKApplicationDelegateAdaptor](https://developer.apple.com/documentation/swiftui/wkapplicationdelegateadaptor).
open class PushHubWatchAppDelegate: NSObject, WKApplicationDelegate, AppHubHolder {
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

extension AppHub {
  /// Follows the application from now on; to be called when it has launched.
  ///
  /// What fell due while the watch slept runs on each return to the foreground. Starting again begins
  /// anew.
  ///
  /// - Parameters:
  ///   - application: The app.
  ///   - registersForRemoteNotifications: Whether it asks the system for a device token, which Apple
  ///     advises at each launch. The user is not asked; without a token no remote push arrives.
  public func start(
    with application: WKApplication,
    registersForRemoteNotifications: Bool = true
  ) {
    let monitor = WatchLifecycleMonitor(lifecycle: lifecycle, center: notificationCenter)
    follow(with: monitor, catchingUp: CatchUp())
    monitor.start(with: application)
    if registersForRemoteNotifications {
      application.registerForRemoteNotifications()
    }
  }
}

/// The methods of an application delegate on watchOS; see
/// [WKApplicationDelegate](https://developer.apple.com/documentation/watchkit/wkapplicationdelegate).
extension PushForwarder {
  /// Takes the launch, and becomes the notification center's delegate, which is told of a tap that
  /// launched the app.
  public func applicationDidFinishLaunching() {
    begin(.plain)
  }

  /// Takes the device token.
  public func didRegisterForRemoteNotifications(withDeviceToken deviceToken: Data) {
    manager.didRegister(deviceToken: DeviceToken(deviceToken))
  }

  /// Takes the system's refusal to register the app.
  public func didFailToRegisterForRemoteNotificationsWithError(_ error: any Error) {
    manager.didFailToRegister(RegistrationFailure(error))
  }

  /// Takes a push, and completes once: when all have worked on it, or when the budget is used.
  public func didReceiveRemoteNotification(
    _ userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (WKBackgroundFetchResult) -> Void
  ) {
    fetch(PushPayload(userInfo: userInfo), alongside: nil) {
      completionHandler(WKBackgroundFetchResult($0))
    }
  }
}

extension WKBackgroundFetchResult {
  /// The system's word for a result.
  public init(_ result: FetchResult) {
    switch result {
    case .newData: self = .newData
    case .noData: self = .noData
    case .failed: self = .failed
    }
  }
}
#endif
