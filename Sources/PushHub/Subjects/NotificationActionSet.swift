/// The actions of one category, as an enumeration of a feature's.
///
/// ```swift
/// enum OrderAction: String, NotificationActionSet {
///   case reorder, cancel
///
///   static let categoryIdentifier = "order"
///
///   var button: NotificationAction.Button {
///     switch self {
///     case .reorder: .init("Order again", systemImageName: "cart")
///     case .cancel: .init("Cancel", options: [.destructive, .authenticationRequired])
///     }
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

  /// How the action looks and what it does.
  var button: NotificationAction.Button { get }
}

extension NotificationActionSet {
  /// No options.
  public static var categoryOptions: NotificationCategory.Options { [] }

  /// The system's words.
  public static var hiddenPreviewsPlaceholder: String? { nil }

  /// The system's words.
  public static var summaryFormat: String? { nil }

  /// The category, with the actions in the order of the enumeration's cases.
  public static var category: NotificationCategory {
    NotificationCategory(
      identifier: categoryIdentifier,
      actions: allCases.map { NotificationAction(identifier: $0.rawValue, button: $0.button) },
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

/// A feature that brings categories of notifications with it.
///
/// A ``PluginHost`` reads them once, when it installs the plugin; two plugins can't claim one
/// identifier. On Apple's systems an `AppHub` registers what its host has.
@MainActor
public protocol CategoryContributor: AnyObject {
  /// The feature's categories, each with an identifier of its own.
  var categories: [NotificationCategory] { get }
}
