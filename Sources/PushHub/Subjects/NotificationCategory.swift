/// A kind of notification, with the buttons that the system shows below it.
///
/// A push belongs to the category that `category` in `aps` names. A ``PushResponder`` declares its
/// categories, and reads the user's choice with ``PushResponse/button(in:of:)``.
public struct NotificationCategory: Equatable, Sendable {
  /// The value of `aps.category` in its pushes; unique in the app.
  public var identifier: String

  /// The buttons, the most important first.
  ///
  /// The system shows two of them where space is limited, and at most ten.
  public var actions: [NotificationAction]

  /// Whether the app receives ``PushResponse/Action/dismiss`` when the user dismisses a notification.
  public var reportsDismissal = false

  /// Whether notifications are shown in CarPlay; no effect on macOS.
  public var isAllowedInCarPlay = false

  /// Whether the title is shown if the user has hidden previews; no effect on watchOS.
  public var hiddenPreviewsShowTitle = false

  /// Whether the subtitle is shown if the user has hidden previews; no effect on watchOS.
  public var hiddenPreviewsShowSubtitle = false

  /// The text in place of hidden previews.
  ///
  /// `nil` for the system's text. No effect on watchOS.
  public var hiddenPreviewsPlaceholder: String?

  /// The format of the text below a group of notifications, such as `%u more orders`.
  ///
  /// `nil` for the system's text. No effect on watchOS. See
  /// [categorySummaryFormat](https://developer.apple.com/documentation/usernotifications/unnotificationcategory/categorysummaryformat).
  public var summaryFormat: String?

  /// Creates a category.
  ///
  /// - Parameters:
  ///   - identifier: The value of `aps.category`; unique in the app.
  ///   - actions: The buttons.
  public init(identifier: String, actions: [NotificationAction] = []) {
    self.identifier = identifier
    self.actions = actions
  }

  /// Creates a category with plain buttons.
  ///
  /// - Parameters:
  ///   - identifier: The value of `aps.category`; unique in the app.
  ///   - buttons: The identifiers of the actions, each with its title.
  public init(identifier: String, buttons: KeyValuePairs<String, String>) {
    self.init(
      identifier: identifier,
      actions: buttons.map { NotificationAction(identifier: $0.key, title: $0.value) }
    )
  }
}

/// A button below a notification.
public struct NotificationAction: Equatable, Sendable {
  /// The identifier in ``PushResponse/Action/custom(_:)`` when the user has chosen it.
  public var identifier: String

  /// The button's title, in the user's language.
  public var title: String

  /// Whether it is shown as destructive.
  public var isDestructive = false

  /// Whether it opens the app; otherwise the app handles it in the background.
  public var opensApp = false

  /// Whether the device must be unlocked first.
  public var requiresAuthentication = false

  /// The title of the button beside the text field; `nil` for no text field.
  public var textInputButtonTitle: String?

  /// The placeholder of the text field.
  public var textInputPlaceholder = ""

  /// The name of a system symbol beside the title; `nil` for none.
  public var systemImageName: String?

  /// Creates a plain button.
  ///
  /// - Parameters:
  ///   - identifier: The identifier in the response.
  ///   - title: The button's title, in the user's language.
  public init(identifier: String, title: String) {
    self.identifier = identifier
    self.title = title
  }
}
