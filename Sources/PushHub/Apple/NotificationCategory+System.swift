#if canImport(UserNotifications) && !os(tvOS)
// The framework promises the compiler nothing about its classes; these are made and handed over.
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

extension UNNotificationCategoryOptions {
  /// The system's options for those of a ``NotificationCategory``.
  public init(_ options: NotificationCategory.Options) {
    self = []
    if options.contains(.customDismissAction) { insert(.customDismissAction) }
    #if !os(macOS)
    if options.contains(.allowInCarPlay) { insert(.allowInCarPlay) }
    #endif
    #if !os(watchOS)
    if options.contains(.hiddenPreviewsShowTitle) { insert(.hiddenPreviewsShowTitle) }
    if options.contains(.hiddenPreviewsShowSubtitle) { insert(.hiddenPreviewsShowSubtitle) }
    #endif
  }
}

extension UNNotificationActionOptions {
  /// The system's options for those of a ``NotificationAction``.
  public init(_ options: NotificationAction.Options) {
    self = []
    if options.contains(.authenticationRequired) { insert(.authenticationRequired) }
    if options.contains(.destructive) { insert(.destructive) }
    if options.contains(.foreground) { insert(.foreground) }
  }
}
#endif
