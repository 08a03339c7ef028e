import Foundation

/// [Apple](https://developer.apple.com/documentation/uikit/uiimage).
open class UIImage: NSObject {
  /// [Apple](https://developer.apple.com/documentation/uikit/uiimage/size).
  public let size: CGSize

  /// [Apple](https://developer.apple.com/documentation/uikit/uiimage/scale).
  public let scale: CGFloat

  /// Whether it has no transparency.
  public let stubIsOpaque: Bool

  /// Where it was drawn.
  public private(set) var stubDrawings: [CGRect] = []

  public init(stubSize size: CGSize, scale: CGFloat = 1, isOpaque: Bool = false) {
    self.size = size
    self.scale = scale
    stubIsOpaque = isOpaque
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiimage/draw(in:)).
  open func draw(in rect: CGRect) {
    #if !os(watchOS)
    precondition(UIGraphicsImageRenderer.stubIsRendering, "There is no context to draw into.")
    #endif
    stubDrawings.append(rect)
  }
}

#if !os(watchOS)
/// [Apple](https://developer.apple.com/documentation/uikit/uiimageview); it disregards touches.
@MainActor
open class UIImageView: UIView {
  /// [Apple](https://developer.apple.com/documentation/uikit/uiimageview/image).
  open var image: UIImage?

  /// [Apple](https://developer.apple.com/documentation/uikit/uiimageview/init(image:)).
  public init(image: UIImage?) {
    self.image = image
    super.init(frame: .zero)
    isUserInteractionEnabled = false
  }

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }
}
#endif
