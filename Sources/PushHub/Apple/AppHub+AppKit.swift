#if canImport(AppKit) && canImport(UserNotifications) && !targetEnvironment(macCatalyst)
public import AppKit

extension AppHub {
  /// Follows the application from now on; to be called when it has launched.
  ///
  /// What fell due while the Mac slept runs when it wakes, and on each return to the foreground.
  /// Starting again begins anew.
  ///
  /// - Parameters:
  ///   - application: The app.
  ///   - workspace: Who posts that the Mac wakes.
  ///   - registersForRemoteNotifications: Whether it asks the system for a device token, which Apple
  ///     advises at each launch. The user is not asked; without a token no remote push arrives.
  public func start(
    with application: NSApplication,
    workspace: NSWorkspace = .shared,
    registersForRemoteNotifications: Bool = true
  ) {
    let monitor = MacLifecycleMonitor(lifecycle: lifecycle, center: notificationCenter)
    follow(with: monitor, catchingUp: CatchUp(wakesOf: workspace))
    monitor.start(with: application)
    if registersForRemoteNotifications {
      application.registerForRemoteNotifications()
    }
  }
}
#endif
