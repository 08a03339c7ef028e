#if !os(watchOS)
import Dispatch
import Foundation

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

  /// [Apple](https://developer.apple.com/documentation/uikit/uilabel/textcolor).
  open var textColor: UIColor! = .black

  /// [Apple](https://developer.apple.com/documentation/uikit/uilabel/textalignment).
  open var textAlignment = NSTextAlignment.natural

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/intrinsiccontentsize).
  open override var intrinsicContentSize: CGSize {
    CGSize(width: CGFloat(text?.count ?? 0) * font.pointSize * 0.6, height: font.pointSize * 1.2)
  }

  /// All that was written.
  public private(set) var stubTexts: [String?] = []

  /// How often the label had to be laid out again for its font.
  public private(set) var stubFontChanges = 0

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/init(frame:)).
  public override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    isAccessibilityElement = true
    accessibilityTraits = .staticText
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/init(coder:)).
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    isAccessibilityElement = true
    accessibilityTraits = .staticText
  }
}
#endif
