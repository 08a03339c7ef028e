#if canImport(UserNotifications) && !os(tvOS)
public import UserNotifications

/// Whether the user lets the app show notifications.
public enum PermissionStatus: Int, Hashable, Sendable {
  /// The user was not asked yet.
  case notDetermined

  /// The user refused.
  case denied

  /// The user agreed.
  case authorized

  /// Notifications are shown quietly, until the user decides.
  case provisional

  /// The app is an App Clip, and may show notifications for a while.
  case ephemeral

  /// Copies the system's status; one that it adds later counts as granted.
  ///
  /// See [UNAuthorizationStatus](https://developer.apple.com/documentation/usernotifications/unauthorizationstatus).
  public init(_ status: UNAuthorizationStatus) {
    self = Self(rawValue: status.rawValue) ?? .authorized
  }
}
#endif
