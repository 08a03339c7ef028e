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
///   var isDestructive: Bool { self == .cancel }
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

  /// The category; one with ``actions`` and nothing special by default.
  static var category: NotificationCategory { get }

  /// What the button says, in the user's language.
  var title: String { get }

  /// Whether it is shown as one that destroys something; not by default.
  var isDestructive: Bool { get }

  /// Whether the app is brought to the front; not by default.
  var opensApp: Bool { get }

  /// Whether the device has to be unlocked first; not by default.
  var requiresAuthentication: Bool { get }

  /// What the button says beside the field in which the user types; no field by default.
  var textInputButtonTitle: String? { get }

  /// What the empty field shows; nothing by default.
  var textInputPlaceholder: String { get }

  /// The name of a system symbol beside the title; none by default.
  var systemImageName: String? { get }
}

extension NotificationActionSet {
  /// A category with ``actions``.
  public static var category: NotificationCategory {
    NotificationCategory(identifier: categoryIdentifier, actions: actions)
  }

  /// The buttons, in the order of the enumeration's cases.
  public static var actions: [NotificationAction] {
    allCases.map {
      var action = NotificationAction(identifier: $0.rawValue, title: $0.title)
      action.isDestructive = $0.isDestructive
      action.opensApp = $0.opensApp
      action.requiresAuthentication = $0.requiresAuthentication
      action.textInputButtonTitle = $0.textInputButtonTitle
      action.textInputPlaceholder = $0.textInputPlaceholder
      action.systemImageName = $0.systemImageName
      return action
    }
  }

  /// Not.
  public var isDestructive: Bool { false }

  /// Not.
  public var opensApp: Bool { false }

  /// Not.
  public var requiresAuthentication: Bool { false }

  /// No field.
  public var textInputButtonTitle: String? { nil }

  /// Nothing.
  public var textInputPlaceholder: String { "" }

  /// No symbol.
  public var systemImageName: String? { nil }

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
