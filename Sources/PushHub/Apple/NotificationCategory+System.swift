#if canImport(UserNotifications) && !os(tvOS)
// The framework's classes are not annotated for concurrency; these are created here.
@unsafe @preconcurrency public import UserNotifications

extension NotificationCategory {
  /// The system's category; what a platform doesn't have is left out.
  ///
  /// See [UNNotificationCategory](https://developer.apple.com/documentation/usernotifications/unnotificationcategory).
  public var system: UNNotificationCategory {
    #if os(watchOS)
    UNNotificationCategory(
      identifier: identifier,
      actions: actions.map(\.system),
      intentIdentifiers: [],
      options: systemOptions
    )
    #else
    UNNotificationCategory(
      identifier: identifier,
      actions: actions.map(\.system),
      intentIdentifiers: [],
      hiddenPreviewsBodyPlaceholder: hiddenPreviewsPlaceholder,
      categorySummaryFormat: summaryFormat,
      options: systemOptions
    )
    #endif
  }

  private var systemOptions: UNNotificationCategoryOptions {
    var options: UNNotificationCategoryOptions = []
    if reportsDismissal { options.insert(.customDismissAction) }
    #if !os(macOS)
    if isAllowedInCarPlay { options.insert(.allowInCarPlay) }
    #endif
    #if !os(watchOS)
    if hiddenPreviewsShowTitle { options.insert(.hiddenPreviewsShowTitle) }
    if hiddenPreviewsShowSubtitle { options.insert(.hiddenPreviewsShowSubtitle) }
    #endif
    return options
  }
}

extension NotificationAction {
  /// The system's action, with a field for text if it has one.
  ///
  /// See [UNNotificationAction](https://developer.apple.com/documentation/usernotifications/unnotificationaction).
  public var system: UNNotificationAction {
    let icon = systemImageName.map { UNNotificationActionIcon(systemImageName: $0) }
    guard let textInputButtonTitle else {
      return UNNotificationAction(
        identifier: identifier,
        title: title,
        options: systemOptions,
        icon: icon
      )
    }
    return UNTextInputNotificationAction(
      identifier: identifier,
      title: title,
      options: systemOptions,
      icon: icon,
      textInputButtonTitle: textInputButtonTitle,
      textInputPlaceholder: textInputPlaceholder
    )
  }

  private var systemOptions: UNNotificationActionOptions {
    var options: UNNotificationActionOptions = []
    if requiresAuthentication { options.insert(.authenticationRequired) }
    if isDestructive { options.insert(.destructive) }
    if opensApp { options.insert(.foreground) }
    return options
  }
}
#endif
