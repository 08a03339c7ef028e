#if canImport(WatchKit) && canImport(UserNotifications) && !os(iOS)
public import WatchKit

extension AppHub {
  /// Follows the application from now on; to be called when it has launched.
  ///
  /// What fell due while the watch slept runs on each return to the foreground. Starting again begins
  /// anew.
  public func start(with application: WKApplication) {
    let monitor = WatchLifecycleMonitor(lifecycle: lifecycle, center: notificationCenter)
    follow(with: monitor, catchingUp: CatchUp())
    monitor.start(with: application)
  }
}
#endif
