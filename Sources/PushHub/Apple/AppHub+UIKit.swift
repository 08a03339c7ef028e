#if canImport(UIKit) && canImport(UserNotifications) && !os(watchOS)
public import UIKit

extension AppHub {
  /// Follows the application from now on; to be called when it has launched.
  ///
  /// What fell due while the device slept runs on each return to the foreground. Starting again
  /// begins anew.
  ///
  /// - Parameters:
  ///   - application: The app.
  ///   - registersForRemoteNotifications: Whether it asks the system for a device token, which Apple
  ///     advises at each launch. The user is not asked; without a token no remote push arrives.
  public func start(
    with application: UIApplication,
    registersForRemoteNotifications: Bool = true
  ) {
    let monitor = ApplicationLifecycleMonitor(lifecycle: lifecycle, center: notificationCenter)
    follow(with: monitor, catchingUp: CatchUp())
    monitor.start(with: application)
    if registersForRemoteNotifications {
      application.registerForRemoteNotifications()
    }
  }
}
#endif
