#if canImport(WatchKit) && canImport(UserNotifications) && !os(iOS)
import Foundation
public import WatchKit

extension AppHub {
  /// Handles the launch, and follows the application from now on; to be called when it has launched.
  ///
  /// Actions that fell due while the watch slept run on each return to the foreground. Starting again begins
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
    register(with: application, isRequested: registersForRemoteNotifications)
  }
}

extension WKApplication: RegisteringApplication {}

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
  /// Creates the system's value for a result.
  public init(_ result: FetchResult) {
    self = Self(rawValue: result.rawValue) ?? .failed
  }
}
#endif
