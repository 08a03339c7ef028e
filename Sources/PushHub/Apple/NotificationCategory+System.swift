#if canImport(UserNotifications) && !os(tvOS)
// The framework promises the compiler nothing about its classes; these are made here.
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
      options: UNNotificationCategoryOptions(options)
    )
    #else
    UNNotificationCategory(
      identifier: identifier,
      actions: actions.map(\.system),
      intentIdentifiers: [],
      hiddenPreviewsBodyPlaceholder: hiddenPreviewsPlaceholder,
      categorySummaryFormat: summaryFormat,
      options: UNNotificationCategoryOptions(options)
    )
    #endif
  }
}

extension NotificationAction {
  /// The system's action, with a field for text if it has one.
  ///
  /// See [UNNotificationAction](https://developer.apple.com/documentation/usernotifications/unnotificationaction).
  public var system: UNNotificationAction {
    let icon = systemImageName.map { UNNotificationActionIcon(systemImageName: $0) }
    let options = UNNotificationActionOptions(self.options)
    guard let textInput else {
      return UNNotificationAction(
        identifier: identifier,
        title: title,
        options: options,
        icon: icon
      )
    }
    return UNTextInputNotificationAction(
      identifier: identifier,
      title: title,
      options: options,
      icon: icon,
      textInputButtonTitle: textInput.buttonTitle,
      textInputPlaceholder: textInput.placeholder
    )
  }
}

// The raw values of both are the system's.

extension UNNotificationCategoryOptions {
  /// The system's options for those of a ``NotificationCategory``.
  fileprivate init(_ options: NotificationCategory.Options) {
    #if os(macOS)
    let options = options.subtracting(.allowInCarPlay)
    #elseif os(watchOS)
    let options = options.subtracting([.hiddenPreviewsShowTitle, .hiddenPreviewsShowSubtitle])
    #endif
    self.init(rawValue: options.rawValue)
  }
}

extension UNNotificationActionOptions {
  /// The system's options for those of a ``NotificationAction``.
  fileprivate init(_ options: NotificationAction.Options) {
    self.init(rawValue: options.rawValue)
  }
}
#endif
