#if canImport(AppKit) && canImport(UserNotifications) && !targetEnvironment(macCatalyst)
public import AppKit
public import Foundation
public import Observation
// The framework promises the compiler nothing about its classes; see NotificationCenterDelegate.
@unsafe @preconcurrency import UserNotifications

/// The application delegate of a Mac app that leaves its pushes to PushHub; on macOS also called
/// `PushHubAppDelegate`.
///
/// It does on macOS what ``PushHubAppDelegate`` does on iOS, and also catches up when the Mac wakes
/// with the app in front. See
/// [NSApplicationDelegateAdaptor](https://developer.apple.com/documentation/swiftui/nsapplicationdelegateadaptor).
open class PushHubMacAppDelegate: NSResponder, NSApplicationDelegate {
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

  /// Does nothing: a delegate is made in code.
  public required init?(coder: NSCoder) {
    nil
  }

  /// Called when the system has launched the app, before anything is told of the launch.
  ///
  /// The place to install features, the same on every platform; does nothing unless it is overridden.
  open func willLaunch() {}

  /// Takes the launch, and the response of the user's that the app was launched by; see
  /// [launchUserNotificationUserInfoKey](https://developer.apple.com/documentation/appkit/nsapplication/launchusernotificationuserinfokey).
  open func applicationDidFinishLaunching(_ notification: Notification) {
    willLaunch()
    hub.start(with: .shared)
    let key = NSApplication.launchUserNotificationUserInfoKey
    if let response = notification.userInfo?[key] as? UNNotificationResponse {
      _ = hub.centerDelegate.open(response)
    }
  }

  /// Takes the device token.
  open func application(
    _ application: NSApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    hub.manager.didRegister(deviceToken: DeviceToken(deviceToken))
  }

  /// Takes the system's refusal to register the app.
  open func application(
    _ application: NSApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {
    hub.manager.didFailToRegister(RegistrationFailure(error))
  }

  /// Takes a push; observers work on it, but macOS waits for no result.
  open func application(
    _ application: NSApplication,
    didReceiveRemoteNotification userInfo: [String: Any]
  ) {
    hub.receive(userInfo) { _ in }
  }
}

/// Conforms so that SwiftUI puts the delegate in the environment; nothing of it changes.
extension PushHubMacAppDelegate: nonisolated Observable {}

extension AppHub {
  /// Takes the launch, and follows the application from now on; to be called when it has launched.
  ///
  /// The app is active when it is in front, inactive when another is, and in the background when it
  /// is hidden. What fell due while the Mac slept also runs when it wakes with the app in front.
  /// Starting again begins anew.
  ///
  /// - Parameters:
  ///   - application: The app.
  ///   - workspace: Who posts that the Mac wakes, in a notification center of its own.
  ///   - registersForRemoteNotifications: Whether it asks the system for a device token, which Apple
  ///     advises at each launch. The user is not asked; without a token no remote push arrives.
  public func start(
    with application: NSApplication,
    workspace: NSWorkspace = .shared,
    registersForRemoteNotifications: Bool = true
  ) {
    start { observations in
      let changes = [
        NSApplication.didBecomeActiveNotification, NSApplication.didResignActiveNotification,
        NSApplication.didHideNotification, NSApplication.didUnhideNotification,
      ]
      for change in changes {
        observations.observe(change, in: notificationCenter) { [weak self] (_: Never?) in
          self?.lifecycle.setPhase(AppPhase(application))
        }
      }
      observations.observe(NSWorkspace.didWakeNotification, in: workspace.notificationCenter) {
        [weak self] (_: Never?) in self?.scheduler.runDueActions()
      }
      lifecycle.setPhase(AppPhase(application))
    }
    if registersForRemoteNotifications {
      application.registerForRemoteNotifications()
    }
  }
}

extension AppPhase {
  @MainActor
  fileprivate init(_ application: NSApplication) {
    self = application.isHidden ? .background : application.isActive ? .active : .inactive
  }
}
#endif
