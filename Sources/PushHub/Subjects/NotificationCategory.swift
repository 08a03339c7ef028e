/// A kind of notification, with the buttons that the system shows below it.
///
/// A push belongs to it whose `category` in `aps` is its ``identifier``. A ``PushResponder`` brings it
/// along, and finds out with ``PushResponse/button(in:of:)`` what the user has chosen.
public struct NotificationCategory: Equatable, Sendable {
  /// What `aps.category` says of a push that belongs to it; unique in the app.
  public var identifier: String

  /// The buttons, the most important first.
  ///
  /// Where space is scarce the system shows two of them, and at most ten anywhere.
  public var actions: [NotificationAction]

  /// Whether the app is told when the user dismisses one, as ``PushResponse/Action/dismiss``.
  public var reportsDismissal = false

  /// Whether they are shown in CarPlay; nothing on macOS.
  public var isAllowedInCarPlay = false

  /// Whether the title is shown where the user has hidden previews; nothing on watchOS.
  public var hiddenPreviewsShowTitle = false

  /// Whether the subtitle is shown where the user has hidden previews; nothing on watchOS.
  public var hiddenPreviewsShowSubtitle = false

  /// What stands in place of the text where the user has hidden previews.
  ///
  /// `nil` for the system's words. Nothing on watchOS.
  public var hiddenPreviewsPlaceholder: String?

  /// Describes a category of which the system makes nothing special.
  ///
  /// - Parameters:
  ///   - identifier: What `aps.category` says; unique in the app.
  ///   - actions: The buttons.
  public init(identifier: String, actions: [NotificationAction] = []) {
    self.identifier = identifier
    self.actions = actions
  }

  /// Describes a category with plain buttons.
  ///
  /// - Parameters:
  ///   - identifier: What `aps.category` says; unique in the app.
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
  /// What ``PushResponse/Action/custom(_:)`` says when the user has chosen it.
  public var identifier: String

  /// What the button says, in the user's language.
  public var title: String

  /// Whether it is shown as one that destroys something.
  public var isDestructive = false

  /// Whether the app is brought to the front; otherwise it works in the background.
  public var opensApp = false

  /// Whether the device has to be unlocked first.
  public var requiresAuthentication = false

  /// What the button says beside the field in which the user types before the response is sent; `nil`
  /// for no field.
  public var textInputButtonTitle: String?

  /// What the empty field shows.
  public var textInputPlaceholder = ""

  /// The name of a system symbol beside the title; `nil` for none.
  public var systemImageName: String?

  /// Describes a plain button.
  ///
  /// - Parameters:
  ///   - identifier: What the response says when the user has chosen it.
  ///   - title: What the button says, in the user's language.
  public init(identifier: String, title: String) {
    self.identifier = identifier
    self.title = title
  }
}
