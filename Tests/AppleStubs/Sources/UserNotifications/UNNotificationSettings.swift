import Foundation

/// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationsettings).
open class UNNotificationSettings: NSObject {
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationsettings/authorizationstatus).
  public var authorizationStatus = UNAuthorizationStatus.notDetermined

  #if !os(watchOS)
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationsettings/badgesetting).
  public var badgeSetting = UNNotificationSetting.notSupported
  #endif

  #if !os(tvOS)
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationsettings/alertsetting).
  public var alertSetting = UNNotificationSetting.notSupported

  #if !os(watchOS)
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationsettings/alertstyle).
  public var alertStyle = UNAlertStyle.none

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationsettings/lockscreensetting).
  public var lockScreenSetting = UNNotificationSetting.notSupported
  #endif

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationsettings/notificationcentersetting).
  public var notificationCenterSetting = UNNotificationSetting.notSupported

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationsettings/scheduleddeliverysetting).
  public var scheduledDeliverySetting = UNNotificationSetting.notSupported

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationsettings/soundsetting).
  public var soundSetting = UNNotificationSetting.notSupported

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationsettings/timesensitivesetting).
  public var timeSensitiveSetting = UNNotificationSetting.notSupported

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationsettings/criticalalertsetting).
  public var criticalAlertSetting = UNNotificationSetting.notSupported
  #endif

  /// The system alone makes one.
  public init(stub status: UNAuthorizationStatus) {
    authorizationStatus = status
  }
}
