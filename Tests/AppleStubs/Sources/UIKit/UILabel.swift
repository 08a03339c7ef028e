import Dispatch
import Foundation

/// [Apple](https://developer.apple.com/documentation/uikit/uiaccessibilitytraits).
public struct UIAccessibilityTraits: OptionSet, Sendable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiaccessibilitytraits/statictext).
  public static let staticText = UIAccessibilityTraits(rawValue: 1 << 6)

  /// [Apple](https://developer.apple.com/documentation/uikit/uiaccessibilitytraits/updatesfrequently).
  public static let updatesFrequently = UIAccessibilityTraits(rawValue: 1 << 9)
}

/// [Apple](https://developer.apple.com/documentation/uikit/uilabel).
///
/// Written off the main thread, it ends the process.
@MainActor
open class UILabel: UIView {
  /// [Apple](https://developer.apple.com/documentation/uikit/uilabel/text).
  open var text: String? {
    didSet {
      dispatchPrecondition(condition: .onQueue(.main))
      stubTexts.append(text)
    }
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uilabel/font).
  open var font: UIFont! = .systemFont(ofSize: 17) {
    didSet { stubFontChanges += 1 }
  }

  /// [Apple](https://developer.apple.com/documentation/objectivec/nsobject-swift.class/accessibilitylabel).
  open var accessibilityLabel: String?

  /// [Apple](https://developer.apple.com/documentation/objectivec/nsobject-swift.class/accessibilityvalue).
  open var accessibilityValue: String?

  /// [Apple](https://developer.apple.com/documentation/objectivec/nsobject-swift.class/accessibilitytraits).
  open var accessibilityTraits: UIAccessibilityTraits = .staticText

  /// All that was written.
  public private(set) var stubTexts: [String?] = []

  /// How often the label had to be laid out again for its font.
  public private(set) var stubFontChanges = 0
}
