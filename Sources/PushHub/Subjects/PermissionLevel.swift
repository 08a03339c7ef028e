/// Whether the user lets the app show notifications at all.
///
/// The order is that of the system's
/// [UNAuthorizationStatus](https://developer.apple.com/documentation/usernotifications/unauthorizationstatus).
public enum PermissionLevel: String, Hashable, Sendable, CaseIterable, Codable {
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

  /// A description of the permission level, for people.
  public var message: String {
    switch self {
    case .notDetermined: "the user was not asked"
    case .denied: "the user allows nothing"
    case .authorized: "the user allows notifications"
    case .provisional: "notifications are shown quietly"
    case .ephemeral: "an App Clip may show notifications"
    }
  }
}
