#if !os(watchOS)
import Foundation

/// [Apple](https://developer.apple.com/documentation/uikit/uicontentsizecategory).
public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uicontentsizecategory/extrasmall).
  public static let extraSmall = UIContentSizeCategory(rawValue: "XS")

  /// [Apple](https://developer.apple.com/documentation/uikit/uicontentsizecategory/large).
  public static let large = UIContentSizeCategory(rawValue: "L")

  /// [Apple](https://developer.apple.com/documentation/uikit/uicontentsizecategory/extraextraextralarge).
  public static let extraExtraExtraLarge = UIContentSizeCategory(rawValue: "XXXL")

  /// [Apple](https://developer.apple.com/documentation/uikit/uicontentsizecategory/accessibilityextraextraextralarge).
  public static let accessibilityExtraExtraExtraLarge = UIContentSizeCategory(rawValue: "AX5")
}

/// [Apple](https://developer.apple.com/documentation/uikit/uitraitdefinition-1wlkw).
public protocol UITraitDefinition {}

/// [Apple](https://developer.apple.com/documentation/uikit/uitraitpreferredcontentsizecategory).
public struct UITraitPreferredContentSizeCategory: UITraitDefinition {}

/// [Apple](https://developer.apple.com/documentation/uikit/uitrait).
public typealias UITrait = any UITraitDefinition.Type

/// [Apple](https://developer.apple.com/documentation/uikit/uitraitchangeregistration).
@MainActor
public protocol UITraitChangeRegistration {}

private struct StubRegistration: UITraitChangeRegistration {}

/// [Apple](https://developer.apple.com/documentation/uikit/uitraitcollection).
open class UITraitCollection: NSObject {
  /// [Apple](https://developer.apple.com/documentation/uikit/uitraitcollection/preferredcontentsizecategory).
  public let preferredContentSizeCategory: UIContentSizeCategory

  /// [Apple](https://developer.apple.com/documentation/uikit/uitraitcollection/displayscale).
  public let displayScale: CGFloat

  /// [Apple](https://developer.apple.com/documentation/uikit/uitraitcollection/init(preferredcontentsizecategory:)).
  public convenience init(preferredContentSizeCategory: UIContentSizeCategory) {
    self.init(preferredContentSizeCategory, displayScale: 1)
  }

  init(_ category: UIContentSizeCategory, displayScale: CGFloat) {
    preferredContentSizeCategory = category
    self.displayScale = displayScale
  }
}

extension UIView {
  /// [Apple](https://developer.apple.com/documentation/uikit/uitraitenvironment/traitcollection).
  public var traitCollection: UITraitCollection {
    UITraitCollection(stubCategory, displayScale: window?.stubDisplayScale ?? 1)
  }

  private var stubCategory: UIContentSizeCategory {
    stubState.category ?? superview?.stubCategory ?? .large
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uitraitchangeobservable-67e94/registerfortraitchanges(_:handler:)).
  @discardableResult
  public func registerForTraitChanges<TraitEnvironment>(
    _ traits: [UITrait],
    handler: @escaping (TraitEnvironment, UITraitCollection) -> Void
  ) -> any UITraitChangeRegistration {
    stubState.traitHandlers.append { view, previous in
      guard let view = view as? TraitEnvironment else { return }
      handler(view, previous)
    }
    return StubRegistration()
  }

  /// Changes the traits of a view and of all in it, as when the user changes the text size.
  public func stubSetTraits(_ traits: UITraitCollection) {
    let previous = traitCollection
    stubState.category = traits.preferredContentSizeCategory
    stubTellTraits(previous)
  }

  private func stubTellTraits(_ previous: UITraitCollection) {
    for handler in stubState.traitHandlers {
      handler(self, previous)
    }
    for view in subviews {
      view.stubTellTraits(previous)
    }
  }
}
#endif
