/// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationpresentationoptions).
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationpresentationoptions/badge).
  public static let badge = UNNotificationPresentationOptions(rawValue: 1 << 0)

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationpresentationoptions/sound).
  public static let sound = UNNotificationPresentationOptions(rawValue: 1 << 1)

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationpresentationoptions/list).
  public static let list = UNNotificationPresentationOptions(rawValue: 1 << 3)

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationpresentationoptions/banner).
  public static let banner = UNNotificationPresentationOptions(rawValue: 1 << 4)
}

/// [Apple](https://developer.apple.com/documentation/usernotifications/unauthorizationoptions).
public struct UNAuthorizationOptions: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unauthorizationoptions/badge).
  public static let badge = UNAuthorizationOptions(rawValue: 1 << 0)

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unauthorizationoptions/sound).
  public static let sound = UNAuthorizationOptions(rawValue: 1 << 1)

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unauthorizationoptions/alert).
  public static let alert = UNAuthorizationOptions(rawValue: 1 << 2)

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unauthorizationoptions/criticalalert).
  public static let criticalAlert = UNAuthorizationOptions(rawValue: 1 << 4)

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unauthorizationoptions/provisional).
  public static let provisional = UNAuthorizationOptions(rawValue: 1 << 6)
}

/// [Apple](https://developer.apple.com/documentation/usernotifications/unauthorizationstatus).
public enum UNAuthorizationStatus: Int, Sendable {
  case notDetermined
  case denied
  case authorized
  case provisional
  #if !os(macOS) && !os(tvOS) && !os(watchOS)
  case ephemeral
  #endif
}

/// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationsetting).
public enum UNNotificationSetting: Int, Sendable {
  case notSupported
  case disabled
  case enabled
}

#if !os(tvOS) && !os(watchOS)
/// [Apple](https://developer.apple.com/documentation/usernotifications/unalertstyle).
public enum UNAlertStyle: Int, Sendable {
  case none
  case banner
  case alert
}
#endif
