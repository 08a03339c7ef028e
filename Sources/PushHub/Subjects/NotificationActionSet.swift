/// The actions of one category, as an enumeration of a feature's.
///
/// ```swift
/// enum OrderAction: String, NotificationActionSet {
///   case reorder, cancel
///
///   static let categoryIdentifier = "order"
///
///   var title: String {
///     switch self {
///     case .reorder: "Order again"
///     case .cancel: "Cancel"
///     }
///   }
///
///   var options: NotificationAction.Options {
///     self == .cancel ? [.destructive, .authenticationRequired] : []
///   }
/// }
/// ```
///
/// The raw values are the actions' identifiers. Notifications outlive updates of the app, so a raw
/// value that was once shipped keeps its meaning; see ``ActionResponder`` for one that is gone.
public protocol NotificationActionSet:
  RawRepresentable<String>, CaseIterable, Hashable, Sendable
{
  /// What `aps.category` says of a push that has these actions; unique in the app.
  static var categoryIdentifier: String { get }

  /// How the system treats notifications of the category; without options by default.
  static var categoryOptions: NotificationCategory.Options { get }

  /// What stands in place of a hidden text; the system's words by default.
  static var hiddenPreviewsPlaceholder: String? { get }

  /// How the system words the summary of a group; its own words by default.
  static var summaryFormat: String? { get }

  /// What the button says, in the user's language.
  var title: String { get }

  /// What the system does with the button; nothing special by default.
  var options: NotificationAction.Options { get }

  /// The field in which the user types; none by default.
  var textInput: NotificationAction.TextInput? { get }

  /// The name of a system symbol beside the title; none by default.
  var systemImageName: String? { get }
}

extension NotificationActionSet {
  /// No options.
  public static var categoryOptions: NotificationCategory.Options { [] }

  /// The system's words.
  public static var hiddenPreviewsPlaceholder: String? { nil }

  /// The system's words.
  public static var summaryFormat: String? { nil }

  /// No options.
  public var options: NotificationAction.Options { [] }

  /// No field.
  public var textInput: NotificationAction.TextInput? { nil }

  /// No symbol.
  public var systemImageName: String? { nil }

  /// The category, with the actions in the order of the enumeration's cases.
  public static var category: NotificationCategory {
    NotificationCategory(
      identifier: categoryIdentifier,
      actions: allCases.map {
        NotificationAction(
          identifier: $0.rawValue,
          title: $0.title,
          options: $0.options,
          textInput: $0.textInput,
          systemImageName: $0.systemImageName
        )
      },
      options: categoryOptions,
      hiddenPreviewsPlaceholder: hiddenPreviewsPlaceholder,
      summaryFormat: summaryFormat
    )
  }

  /// The action that the user has chosen of a push.
  ///
  /// `nil` if the push is of another category, if the user did not choose a button, or one that the
  /// enumeration does not have.
  public init?(_ response: PushResponse, of push: Push) {
    guard
      response.category(of: push) == Self.categoryIdentifier,
      case .custom(let identifier) = response.action
    else { return nil }
    self.init(rawValue: identifier)
  }
}
