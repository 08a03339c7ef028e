// On Linux Foundation owns the structures and what they can do, on a Mac Core Graphics does. A file
// that imports this and not Foundation cannot use them without it.
@_exported import Foundation

/// [Apple](https://developer.apple.com/documentation/corefoundation/cgaffinetransform).
public struct CGAffineTransform: Hashable, Sendable {
  public static let identity = CGAffineTransform(translationX: 0, y: 0)

  public var a: CGFloat = 1
  public var d: CGFloat = 1
  public var tx: CGFloat
  public var ty: CGFloat

  /// [Apple](https://developer.apple.com/documentation/corefoundation/cgaffinetransform/init(translationx:y:)).
  public init(translationX tx: CGFloat, y ty: CGFloat) {
    self.tx = tx
    self.ty = ty
  }

  /// [Apple](https://developer.apple.com/documentation/corefoundation/cgaffinetransform/init(scalex:y:)).
  public init(scaleX sx: CGFloat, y sy: CGFloat) {
    self.init(translationX: 0, y: 0)
    a = sx
    d = sy
  }

  /// [Apple](https://developer.apple.com/documentation/corefoundation/cgaffinetransform/scaledby(x:y:)):
  /// scales first, and then does what it did.
  public func scaledBy(x sx: CGFloat, y sy: CGFloat) -> CGAffineTransform {
    var scaled = self
    scaled.a *= sx
    scaled.d *= sy
    return scaled
  }
}
