#if canImport(UIKit) && canImport(UserNotifications) && !os(watchOS)
public import UIKit

extension AppHub {
  /// Follows the application from now on; to be called when it has launched.
  ///
  /// What fell due while the device slept runs on each return to the foreground. Starting again
  /// begins anew.
  public func start(with application: UIApplication) {
    let monitor = ApplicationLifecycleMonitor(lifecycle: lifecycle, center: notificationCenter)
    follow(with: monitor, catchingUp: CatchUp())
    monitor.start(with: application)
  }
}
#endif
