/// A kind of notification, with the buttons that the system shows below it.
///
/// A push belongs to it whose `category` in `aps` is its ``identifier``. Features rarely make one by
/// hand: a ``NotificationActionSet`` makes it from an enumeration of the feature's.
public struct NotificationCategory: Equatable, Sendable {
  /// How the system treats notifications of a category, apart from the buttons.
  public struct Options: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Makes options of bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// The app is told when the user dismisses one, as ``PushResponse/Action/dismiss``.
    public static let customDismissAction = Options(rawValue: 1 << 0)

    /// They are shown in CarPlay; nothing on macOS.
    public static let allowInCarPlay = Options(rawValue: 1 << 1)

    /// The title is shown where the user has hidden previews; nothing on watchOS.
    public static let hiddenPreviewsShowTitle = Options(rawValue: 1 << 2)

    /// The subtitle is shown where the user has hidden previews; nothing on watchOS.
    public static let hiddenPreviewsShowSubtitle = Options(rawValue: 1 << 3)
  }

  /// What `aps.category` says of a push that belongs to it; unique in the app.
  public var identifier: String

  /// The buttons, the most important first.
  ///
  /// Where space is scarce the system shows two of them, and at most ten anywhere.
  public var actions: [NotificationAction]

  /// How the system treats notifications of the category.
  public var options: Options

  /// What stands in place of the text where the user has hidden previews.
  ///
  /// `nil` for the system's words. Nothing on watchOS.
  public var hiddenPreviewsPlaceholder: String?

  /// How the system words the summary of a group, such as `"%u more messages"`.
  ///
  /// `nil` for its own words. Nothing on watchOS, and systems since iOS 15 may not show it.
  public var summaryFormat: String?

  /// Describes a category.
  ///
  /// - Parameters:
  ///   - identifier: What `aps.category` says; unique in the app.
  ///   - actions: The buttons.
  ///   - options: How the system treats notifications of the category.
  ///   - hiddenPreviewsPlaceholder: What stands in place of a hidden text.
  ///   - summaryFormat: How the system words the summary of a group.
  public init(
    identifier: String,
    actions: [NotificationAction] = [],
    options: Options = [],
    hiddenPreviewsPlaceholder: String? = nil,
    summaryFormat: String? = nil
  ) {
    self.identifier = identifier
    self.actions = actions
    self.options = options
    self.hiddenPreviewsPlaceholder = hiddenPreviewsPlaceholder
    self.summaryFormat = summaryFormat
  }
}

/// A button below a notification.
public struct NotificationAction: Equatable, Sendable {
  /// What the system does with a button.
  public struct Options: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Makes options of bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// The device has to be unlocked first.
    public static let authenticationRequired = Options(rawValue: 1 << 0)

    /// It is shown as one that destroys something.
    public static let destructive = Options(rawValue: 1 << 1)

    /// The app is brought to the front; otherwise it works in the background.
    public static let foreground = Options(rawValue: 1 << 2)
  }

  /// The field in which the user types before the response is sent.
  public struct TextInput: Equatable, Sendable {
    /// What the button beside the field says.
    public var buttonTitle: String

    /// What the empty field shows.
    public var placeholder: String

    /// Describes a field.
    public init(buttonTitle: String, placeholder: String = "") {
      self.buttonTitle = buttonTitle
      self.placeholder = placeholder
    }
  }

  /// What ``PushResponse/Action/custom(_:)`` says when the user has chosen it.
  public var identifier: String

  /// What the button says, in the user's language.
  public var title: String

  /// What the system does with it.
  public var options: Options

  /// The field in which the user types; `nil` for none.
  public var textInput: TextInput?

  /// The name of a system symbol beside the title; `nil` for none.
  public var systemImageName: String?

  /// Describes an action.
  ///
  /// - Parameters:
  ///   - identifier: What the response says when the user has chosen it.
  ///   - title: What the button says, in the user's language.
  ///   - options: What the system does with it.
  ///   - textInput: The field in which the user types.
  ///   - systemImageName: The name of a system symbol beside the title.
  public init(
    identifier: String,
    title: String,
    options: Options = [],
    textInput: TextInput? = nil,
    systemImageName: String? = nil
  ) {
    self.identifier = identifier
    self.title = title
    self.options = options
    self.textInput = textInput
    self.systemImageName = systemImageName
  }
}
