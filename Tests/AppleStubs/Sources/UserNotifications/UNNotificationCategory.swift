#if !os(tvOS)
import Foundation

/// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcategoryoptions).
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcategoryoptions/customdismissaction).
  public static let customDismissAction = UNNotificationCategoryOptions(rawValue: 1 << 0)

  #if !os(macOS)
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcategoryoptions/allowincarplay).
  public static let allowInCarPlay = UNNotificationCategoryOptions(rawValue: 1 << 1)
  #endif

  #if !os(watchOS)
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcategoryoptions/hiddenpreviewsshowtitle).
  public static let hiddenPreviewsShowTitle = UNNotificationCategoryOptions(rawValue: 1 << 2)

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcategoryoptions/hiddenpreviewsshowsubtitle).
  public static let hiddenPreviewsShowSubtitle = UNNotificationCategoryOptions(rawValue: 1 << 3)
  #endif
}

/// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcategory).
open class UNNotificationCategory: NSObject {
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcategory/identifier).
  public let identifier: String

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcategory/actions).
  public let actions: [UNNotificationAction]

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcategory/intentidentifiers).
  public let intentIdentifiers: [String]

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcategory/options).
  public let options: UNNotificationCategoryOptions

  private let texts: [String?]

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcategory/init(identifier:actions:intentidentifiers:options:)).
  public init(
    identifier: String,
    actions: [UNNotificationAction],
    intentIdentifiers: [String],
    options: UNNotificationCategoryOptions = []
  ) {
    self.identifier = identifier
    self.actions = actions
    self.intentIdentifiers = intentIdentifiers
    self.options = options
    texts = [nil, nil]
  }

  #if !os(watchOS)
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcategory/init(identifier:actions:intentidentifiers:hiddenpreviewsbodyplaceholder:categorysummaryformat:options:)).
  public init(
    identifier: String,
    actions: [UNNotificationAction],
    intentIdentifiers: [String],
    hiddenPreviewsBodyPlaceholder: String?,
    categorySummaryFormat: String?,
    options: UNNotificationCategoryOptions = []
  ) {
    self.identifier = identifier
    self.actions = actions
    self.intentIdentifiers = intentIdentifiers
    self.options = options
    texts = [hiddenPreviewsBodyPlaceholder, categorySummaryFormat]
  }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcategory/hiddenpreviewsbodyplaceholder).
  ///
  /// The system gives an empty text for one that was not there.
  public var hiddenPreviewsBodyPlaceholder: String { texts[0] ?? "" }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcategory/categorysummaryformat).
  public var categorySummaryFormat: String { texts[1] ?? "" }
  #endif

  open override var hash: Int { identifier.hashValue }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationCategory else { return false }
    return identifier == other.identifier && actions == other.actions && options == other.options
      && intentIdentifiers == other.intentIdentifiers && texts == other.texts
  }
}

/// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationactionoptions).
public struct UNNotificationActionOptions: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationactionoptions/authenticationrequired).
  public static let authenticationRequired = UNNotificationActionOptions(rawValue: 1 << 0)

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationactionoptions/destructive).
  public static let destructive = UNNotificationActionOptions(rawValue: 1 << 1)

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationactionoptions/foreground).
  public static let foreground = UNNotificationActionOptions(rawValue: 1 << 2)
}

/// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationactionicon).
open class UNNotificationActionIcon: NSObject {
  public let stubSystemImageName: String

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationactionicon/init(systemimagename:)).
  public init(systemImageName: String) {
    stubSystemImageName = systemImageName
  }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? UNNotificationActionIcon)?.stubSystemImageName == stubSystemImageName
  }
}

/// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationaction).
open class UNNotificationAction: NSObject {
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationaction/identifier).
  public let identifier: String

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationaction/title).
  public let title: String

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationaction/options).
  public let options: UNNotificationActionOptions

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationaction/icon).
  public let icon: UNNotificationActionIcon?

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationaction/init(identifier:title:options:icon:)).
  public init(
    identifier: String,
    title: String,
    options: UNNotificationActionOptions = [],
    icon: UNNotificationActionIcon?
  ) {
    self.identifier = identifier
    self.title = title
    self.options = options
    self.icon = icon
  }

  open override var hash: Int { identifier.hashValue }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationAction else { return false }
    return identifier == other.identifier && title == other.title && options == other.options
      && icon == other.icon
  }
}

/// [Apple](https://developer.apple.com/documentation/usernotifications/untextinputnotificationaction).
open class UNTextInputNotificationAction: UNNotificationAction {
  /// [Apple](https://developer.apple.com/documentation/usernotifications/untextinputnotificationaction/textinputbuttontitle).
  public let textInputButtonTitle: String

  /// [Apple](https://developer.apple.com/documentation/usernotifications/untextinputnotificationaction/textinputplaceholder).
  public let textInputPlaceholder: String

  /// [Apple](https://developer.apple.com/documentation/usernotifications/untextinputnotificationaction/init(identifier:title:options:icon:textinputbuttontitle:textinputplaceholder:)).
  public init(
    identifier: String,
    title: String,
    options: UNNotificationActionOptions = [],
    icon: UNNotificationActionIcon?,
    textInputButtonTitle: String,
    textInputPlaceholder: String
  ) {
    self.textInputButtonTitle = textInputButtonTitle
    self.textInputPlaceholder = textInputPlaceholder
    super.init(identifier: identifier, title: title, options: options, icon: icon)
  }
}
#endif
