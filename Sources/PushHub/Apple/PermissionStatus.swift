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

  /// What the user allows, for people.
  package var words: String {
    switch self {
    case .notDetermined: "the user was not asked"
    case .denied: "the user allows nothing"
    case .authorized: "the user allows notifications"
    case .provisional: "notifications are shown quietly"
    case .ephemeral: "an App Clip may show notifications"
    }
  }
}

#if canImport(UserNotifications) && !os(tvOS)
public import UserNotifications

/// What the user allows the app's notifications to do; a copy of the system's settings.
public struct PermissionStatus: Hashable, Sendable {
  /// Whether the app may show notifications at all.
  public var authorization = PermissionLevel.notDetermined

  /// Whether notifications show an alert.
  public var showsAlerts = false

  /// Whether notifications play a sound.
  public var playsSounds = false

  /// Whether critical alerts break through Do Not Disturb; `nil` where the app can't send any.
  public var allowsCriticalAlerts: Bool?

  /// Whether time-sensitive notifications break through Focus; `nil` where the app can't send any.
  public var allowsTimeSensitive: Bool?

  /// Describes the status before anything is known.
  public init() {}

  /// Copies the system's settings; an authorization that it adds later counts as granted.
  ///
  /// See [UNNotificationSettings](https://developer.apple.com/documentation/usernotifications/unnotificationsettings).
  public init(_ settings: UNNotificationSettings) {
    let (levels, place) = (PermissionLevel.allCases, settings.authorizationStatus.rawValue)
    authorization = levels.indices.contains(place) ? levels[place] : .authorized
    showsAlerts = settings.alertSetting == .enabled
    playsSounds = settings.soundSetting == .enabled
    allowsCriticalAlerts = settings.criticalAlertSetting.isEnabled
    allowsTimeSensitive = settings.timeSensitiveSetting.isEnabled
  }

  /// Whether the app may show notifications, be it quietly or for a while.
  public var isAllowed: Bool {
    switch authorization {
    case .notDetermined, .denied: false
    case .authorized, .provisional, .ephemeral: true
    }
  }
}

extension UNNotificationSetting {
  fileprivate var isEnabled: Bool? {
    self == .notSupported ? nil : self == .enabled
  }
}
#endif
