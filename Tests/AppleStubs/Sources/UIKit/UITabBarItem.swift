import Foundation

extension NSAttributedString.Key {
  /// [Apple](https://developer.apple.com/documentation/foundation/nsattributedstring/key/foregroundcolor).
  public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
}

#if !os(watchOS)
/// [Apple](https://developer.apple.com/documentation/uikit/uitabbaritem).
@MainActor
open class UITabBarItem: NSObject {
  private var attributes: [UIControl.State: [NSAttributedString.Key: Any]] = [:]

  /// [Apple](https://developer.apple.com/documentation/uikit/uitabbaritem/badgevalue).
  open var badgeValue: String? {
    didSet { stubBadgeValues.append(badgeValue) }
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uitabbaritem/badgecolor).
  open var badgeColor: UIColor?

  /// [Apple](https://developer.apple.com/documentation/objectivec/nsobject-swift.class/accessibilityvalue).
  open var accessibilityValue: String?

  /// All the badges that were set.
  public private(set) var stubBadgeValues: [String?] = []

  /// [Apple](https://developer.apple.com/documentation/uikit/uitabbaritem/badgetextattributes(for:)).
  open func badgeTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
    attributes[state]
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uitabbaritem/setbadgetextattributes(_:for:)).
  open func setBadgeTextAttributes(
    _ textAttributes: [NSAttributedString.Key: Any]?,
    for state: UIControl.State
  ) {
    attributes[state] = textAttributes
  }
}
#endif
