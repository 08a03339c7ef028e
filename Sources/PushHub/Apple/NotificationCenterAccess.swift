#if canImport(UserNotifications)
public import Foundation
// The framework promises the compiler nothing about its classes; see AppHub+NotificationCenter.swift.
@unsafe @preconcurrency public import UserNotifications

extension UNUserNotificationCenter {
  /// The notification center of the process whose bundle this is; `nil` where it has none.
  ///
  /// The system keeps one for an app and for an app extension. In any other process, such as a
  /// command-line tool or a test without a host app, `current()` raises an exception that Swift cannot
  /// catch; so everything here asks this first, when it needs the center, and not before. A bundle
  /// identifier alone is not enough: an executable can carry one within itself. See
  /// [current()](https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/current()).
  ///
  /// - Parameter bundle: The bundle of the process; `.main` but for tests.
  public static func current(of bundle: Bundle) -> UNUserNotificationCenter? {
    bundle.hasNotificationCenter ? current() : nil
  }
}

extension Notification.Name {
  /// Posted about a notification center, at the default one of Foundation's, when the system was told to
  /// show a notification's badge.
  static let iconMayHaveChanged = Notification.Name("PushHubIconMayHaveChanged")
}

extension Bundle {
  /// Whether it is the bundle of an app or of an app extension.
  var hasNotificationCenter: Bool {
    bundleIdentifier != nil && ["app", "appex"].contains(bundleURL.pathExtension.lowercased())
  }
}

/// Why the notification center did not do what it was asked for.
package enum NotificationCenterError: Error, Hashable, Sendable {
  /// The process has no notification center, since it is neither an app nor an app extension.
  case noCenter

  /// The system did not answer in time.
  case noAnswer
}

extension NotificationCenterError: CustomStringConvertible {
  /// What was wrong, and what to do about it.
  package var description: String {
    switch self {
    case .noCenter:
      "This process has no notification center: it is not the executable of an app bundle. Run it "
        + "as an app, or give it a center."
    case .noAnswer:
      "The notification center did not answer in time. It is asked again with the next call."
    }
  }
}
#endif
