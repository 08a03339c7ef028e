#if !os(watchOS)
import Foundation

/// [Apple](https://developer.apple.com/documentation/quartzcore/calayer).
open class CALayer: NSObject {
  /// [Apple](https://developer.apple.com/documentation/quartzcore/calayer/cornerradius).
  open var cornerRadius: CGFloat = 0

  /// [Apple](https://developer.apple.com/documentation/quartzcore/calayer/shadowopacity).
  open var shadowOpacity: Float = 0

  /// [Apple](https://developer.apple.com/documentation/quartzcore/calayer/shadowradius).
  open var shadowRadius: CGFloat = 3

  /// [Apple](https://developer.apple.com/documentation/quartzcore/calayer/zposition).
  open var zPosition: CGFloat = 0

  /// How often all animations were removed.
  public private(set) var stubRemovals = 0

  /// [Apple](https://developer.apple.com/documentation/quartzcore/calayer/removeallanimations()).
  open func removeAllAnimations() {
    stubRemovals += 1
  }
}
#endif
