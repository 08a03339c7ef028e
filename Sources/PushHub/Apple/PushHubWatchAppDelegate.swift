#if canImport(WatchKit) && canImport(UserNotifications) && !os(iOS)
public import Foundation
public import Observation
public import WatchKit

/// The application delegate of a watch app that leaves its pushes to PushHub; on watchOS also called
/// `PushHubAppDelegate`.
///
/// It does on watchOS what ``PushHubAppDelegate`` does on iOS. See
/// [WKApplicationDelegateAdaptor](https://developer.apple.com/documentation/swiftui/wkapplicationdelegateadaptor).
open class PushHubWatchAppDelegate: NSObject, WKApplicationDelegate {
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

  /// Takes the launch; the notification center's delegate is told of a tap that launched the app.
  open func applicationDidFinishLaunching() {
    willLaunch()
    hub.start(with: .shared())
  }

  /// Takes the device token.
  open func didRegisterForRemoteNotifications(withDeviceToken deviceToken: Data) {
    hub.manager.didRegister(deviceToken: DeviceToken(deviceToken))
  }

  /// Takes the system's refusal to register the app.
  open func didFailToRegisterForRemoteNotificationsWithError(_ error: any Error) {
    hub.manager.didFailToRegister(RegistrationFailure(error))
  }

  /// Takes a push, and completes when the observers' work is done or their budget is used.
  open func didReceiveRemoteNotification(
    _ userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (WKBackgroundFetchResult) -> Void
  ) {
    hub.receive(userInfo) { completionHandler(WKBackgroundFetchResult($0)) }
  }
}

/// Conforms so that SwiftUI puts the delegate in the environment; nothing of it changes.
extension PushHubWatchAppDelegate: nonisolated Observable {}

extension AppHub {
  /// Takes the launch, and follows the application from now on; to be called when it has launched.
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
    start { observations in
      lifecycle.setPhase(AppPhase(application.applicationState))
      let phases: [(Notification.Name, AppPhase)] = [
        (WKApplication.didBecomeActiveNotification, .active),
        (WKApplication.willResignActiveNotification, .inactive),
        (WKApplication.willEnterForegroundNotification, .inactive),
        (WKApplication.didEnterBackgroundNotification, .background),
      ]
      for (name, phase) in phases {
        observations.observe(name, in: notificationCenter) { [weak self] (_: Never?) in
          self?.lifecycle.setPhase(phase)
        }
      }
    }
    if registersForRemoteNotifications {
      application.registerForRemoteNotifications()
    }
  }
}

extension AppPhase {
  /// Reads the application's state; one that the system adds later counts as inactive.
  public init(_ state: WKApplicationState) {
    switch state {
    case .active: self = .active
    case .background: self = .background
    default: self = .inactive
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
