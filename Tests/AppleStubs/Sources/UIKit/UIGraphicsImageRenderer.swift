#if !os(watchOS)
import Foundation

/// [Apple](https://developer.apple.com/documentation/uikit/uigraphicsimagerendererformat).
open class UIGraphicsImageRendererFormat: NSObject {
  /// [Apple](https://developer.apple.com/documentation/uikit/uigraphicsimagerendererformat/scale).
  open var scale: CGFloat

  /// [Apple](https://developer.apple.com/documentation/uikit/uigraphicsimagerendererformat/opaque).
  open var opaque = false

  /// [Apple](https://developer.apple.com/documentation/uikit/uigraphicsimagerendererformat/init(for:)).
  public init(for traitCollection: UITraitCollection) {
    scale = traitCollection.displayScale
  }
}

/// [Apple](https://developer.apple.com/documentation/uikit/uigraphicsimagerenderercontext).
open class UIGraphicsImageRendererContext: NSObject {}

/// [Apple](https://developer.apple.com/documentation/uikit/uigraphicsimagerenderer).
open class UIGraphicsImageRenderer: NSObject {
  /// Whether there is a context to draw into; on the main thread.
  nonisolated(unsafe) static var stubIsRendering = false

  private let bounds: CGRect
  private let format: UIGraphicsImageRendererFormat

  /// [Apple](https://developer.apple.com/documentation/uikit/uigraphicsimagerenderer/init(bounds:format:)).
  public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
    precondition(bounds.width > 0 && bounds.height > 0, "An image without an area was asked for.")
    self.bounds = bounds
    self.format = format
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uigraphicsimagerenderer/image(actions:)).
  open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
    Self.stubIsRendering = true
    actions(UIGraphicsImageRendererContext())
    Self.stubIsRendering = false
    return UIImage(stubSize: bounds.size, scale: format.scale, isOpaque: format.opaque)
  }
}
#endif
