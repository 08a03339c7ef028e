import Foundation

/// [Apple](https://developer.apple.com/documentation/uikit/uifontdescriptor).
open class UIFontDescriptor: NSObject {
  /// [Apple](https://developer.apple.com/documentation/uikit/uifontdescriptor/attributename).
  public struct AttributeName: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// [Apple](https://developer.apple.com/documentation/uikit/uifontdescriptor/attributename/featuresettings).
    public static let featureSettings = AttributeName(rawValue: "NSCTFontFeatureSettingsAttribute")
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uifontdescriptor/featurekey).
  public struct FeatureKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// [Apple](https://developer.apple.com/documentation/uikit/uifontdescriptor/featurekey/type).
    public static let type = FeatureKey(rawValue: "CTFeatureTypeIdentifier")

    /// [Apple](https://developer.apple.com/documentation/uikit/uifontdescriptor/featurekey/selector).
    public static let selector = FeatureKey(rawValue: "CTFeatureSelectorIdentifier")
  }

  let size: CGFloat
  private let attributes: [AttributeName: Any]

  public init(stubSize size: CGFloat, attributes: [AttributeName: Any] = [:]) {
    self.size = size
    self.attributes = attributes
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uifontdescriptor/object(forkey:)).
  open func object(forKey anAttribute: AttributeName) -> Any? {
    attributes[anAttribute]
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uifontdescriptor/addingattributes(_:)).
  open func addingAttributes(_ attributes: [AttributeName: Any] = [:]) -> UIFontDescriptor {
    UIFontDescriptor(
      stubSize: size,
      attributes: self.attributes.merging(attributes) { $1 }
    )
  }
}

/// [Apple](https://developer.apple.com/documentation/uikit/uifont).
open class UIFont: NSObject {
  /// [Apple](https://developer.apple.com/documentation/uikit/uifont/fontdescriptor).
  public let fontDescriptor: UIFontDescriptor

  /// [Apple](https://developer.apple.com/documentation/uikit/uifont/pointsize).
  public let pointSize: CGFloat

  /// [Apple](https://developer.apple.com/documentation/uikit/uifont/init(descriptor:size:)).
  public init(descriptor: UIFontDescriptor, size pointSize: CGFloat) {
    fontDescriptor = descriptor
    self.pointSize = pointSize == 0 ? descriptor.size : pointSize
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uifont/systemfont(ofsize:)).
  open class func systemFont(ofSize fontSize: CGFloat) -> UIFont {
    UIFont(descriptor: UIFontDescriptor(stubSize: fontSize), size: fontSize)
  }
}
