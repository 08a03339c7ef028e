#if canImport(AppKit) && canImport(UserNotifications) && !targetEnvironment(macCatalyst)
public import AppKit
import Foundation

extension AppHub {
  /// Handles the launch, and follows the application from now on.
  ///
  /// Call it in `applicationWillFinishLaunching(_:)`, so that the hub is the notification center's delegate when
  /// the system reports the response that launched the app. ``PushHubAppDelegate`` does this by itself.
  ///
  /// The app is active when it is in front, inactive when another app is, and in the background when it is
  /// hidden. Actions that fell due while the Mac slept also run when it wakes with the app in front.
  /// Starting again begins anew.
  ///
  /// - Parameters:
  ///   - application: The app.
  ///   - workspace: The workspace whose notification center posts that the Mac wakes.
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
    register(with: application, isRequested: registersForRemoteNotifications)
  }
}

extension NSApplication: RegisteringApplication {}

extension AppPhase {
  @MainActor
  fileprivate init(_ application: NSApplication) {
    self = application.isHidden ? .background : application.isActive ? .active : .inactive
  }
}
#endif
