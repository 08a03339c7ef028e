import Foundation

/// [Apple](https://developer.apple.com/documentation/uikit/nstextalignment).
public enum NSTextAlignment: Int, Sendable {
  case left
  case center
  case right
  case justified
  case natural
}

extension UIFont {
  /// [Apple](https://developer.apple.com/documentation/uikit/uifont/textstyle).
  public struct TextStyle: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// [Apple](https://developer.apple.com/documentation/uikit/uifont/textstyle/caption2).
    public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uifont/weight).
  public struct Weight: RawRepresentable, Hashable, Sendable {
    public let rawValue: CGFloat

    public init(rawValue: CGFloat) {
      self.rawValue = rawValue
    }

    /// [Apple](https://developer.apple.com/documentation/uikit/uifont/weight/semibold).
    public static let semibold = Weight(rawValue: 0.3)
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uifont/systemfont(ofsize:weight:)).
  public class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    systemFont(ofSize: fontSize)
  }
}

/// [Apple](https://developer.apple.com/documentation/uikit/uifontmetrics).
open class UIFontMetrics: NSObject {
  #if !os(watchOS)
  /// The sizes of the smallest caption, as the Human Interface Guidelines list them.
  private static let sizes: [UIContentSizeCategory: CGFloat] = [
    .extraSmall: 11, .large: 11, .extraExtraExtraLarge: 17,
    .accessibilityExtraExtraExtraLarge: 40,
  ]
  #endif

  /// [Apple](https://developer.apple.com/documentation/uikit/uifontmetrics/init(fortextstyle:)).
  public init(forTextStyle textStyle: UIFont.TextStyle) {}

  #if !os(watchOS)
  /// [Apple](https://developer.apple.com/documentation/uikit/uifontmetrics/scaledvalue(for:compatiblewith:)).
  ///
  /// Rounded to pixels, as the real one is.
  open func scaledValue(
    for value: CGFloat,
    compatibleWith traitCollection: UITraitCollection?
  ) -> CGFloat {
    let category = traitCollection?.preferredContentSizeCategory ?? .large
    return (value * (Self.sizes[category] ?? 11) / 11 * 3).rounded() / 3
  }
  #endif
}
