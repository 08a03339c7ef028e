#if canImport(UserNotifications)
public import Foundation
// The framework's classes are not annotated for concurrency; see AppHub+NotificationCenter.swift.
@unsafe @preconcurrency public import UserNotifications

extension UNUserNotificationCenter {
  /// The notification center of the process with this bundle; `nil` if it has none.
  ///
  /// Only apps and app extensions have one. In any other process, such as a command-line tool or a test without
  /// a host app, `current()` raises an exception that Swift can't catch. A bundle identifier alone is not
  /// enough, since an executable can contain one. See
  /// [current()](https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/current()).
  ///
  /// - Parameter bundle: The bundle of the process; `.main` except in tests.
  public static func current(of bundle: Bundle) -> UNUserNotificationCenter? {
    bundle.hasNotificationCenter ? current() : nil
  }
}

extension Notification.Name {
  /// Posted to the default center of Foundation when a presentation with `.badge` was decided.
  ///
  /// Its object is the notification center.
  static let iconMayHaveChanged = Notification.Name("PushHubIconMayHaveChanged")
}

extension Bundle {
  /// Whether it is the bundle of an app or of an app extension.
  var hasNotificationCenter: Bool {
    bundleIdentifier != nil && ["app", "appex"].contains(bundleURL.pathExtension.lowercased())
  }
}

/// An error of a call to the notification center.
package enum NotificationCenterError: Error, Hashable, Sendable {
  /// The process has no notification center, since it is neither an app nor an app extension.
  case noCenter

  /// The system did not answer in time.
  case noAnswer
}

extension NotificationCenterError: LoggableError {
  /// The error, and what to do about it.
  package var description: String {
    switch self {
    case .noCenter:
      "This process has no notification center: it is not the executable of an app bundle. Run it "
        + "as an app, or give it a center."
    case .noAnswer:
      "The notification center did not answer in time. The next call tries again."
    }
  }
}
#endif
