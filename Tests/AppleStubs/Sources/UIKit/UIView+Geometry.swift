import Foundation

#if !os(watchOS)
extension UIView {
  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/contentmode-swift.enum).
  public enum ContentMode: Int, Sendable {
    case scaleToFill
    case scaleAspectFit
    case scaleAspectFill
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/autoresizingmask-swift.struct).
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
    public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/frame).
  public var frame: CGRect {
    get {
      let corners = [
        CGPoint(x: bounds.minX, y: bounds.minY), CGPoint(x: bounds.maxX, y: bounds.maxY),
      ].map(stubToSuperview)
      return CGRect(
        x: corners[0].x,
        y: corners[0].y,
        width: corners[1].x - corners[0].x,
        height: corners[1].y - corners[0].y
      )
    }
    set {
      precondition(transform == .identity, "The frame is undefined under a transform.")
      center = CGPoint(x: newValue.midX, y: newValue.midY)
      bounds = CGRect(origin: bounds.origin, size: newValue.size)
    }
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/window).
  public var window: UIWindow? { self as? UIWindow ?? superview?.window }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/safeareainsets); here of views
  /// that fill their window.
  public var safeAreaInsets: UIEdgeInsets { superview?.safeAreaInsets ?? stubSafeAreaInsets }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/effectiveuserinterfacelayoutdirection).
  public var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    superview?.effectiveUserInterfaceLayoutDirection ?? stubLayoutDirection
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/convert(_:to:)).
  public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    let inWindow = stubToWindow(point)
    return view?.stubFromWindow(inWindow) ?? inWindow
  }

  /// A point of the superview's in this view's coordinates.
  func stubFromSuperview(_ point: CGPoint) -> CGPoint {
    let moved = CGPoint(
      x: (point.x - center.x - transform.tx) / transform.a,
      y: (point.y - center.y - transform.ty) / transform.d
    )
    return CGPoint(x: moved.x + bounds.midX, y: moved.y + bounds.midY)
  }

  /// A point of this view's in the superview's coordinates.
  func stubToSuperview(_ point: CGPoint) -> CGPoint {
    CGPoint(
      x: (point.x - bounds.midX) * transform.a + transform.tx + center.x,
      y: (point.y - bounds.midY) * transform.d + transform.ty + center.y
    )
  }

  /// A point of this view's in the window's coordinates.
  func stubToWindow(_ point: CGPoint) -> CGPoint {
    guard let superview else { return point }
    return superview.stubToWindow(stubToSuperview(point))
  }

  /// A point of the window's in this view's coordinates.
  func stubFromWindow(_ point: CGPoint) -> CGPoint {
    guard let superview else { return point }
    return stubFromSuperview(superview.stubFromWindow(point))
  }
}

/// [Apple](https://developer.apple.com/documentation/uikit/uiuserinterfacelayoutdirection).
public enum UIUserInterfaceLayoutDirection: Int, Sendable {
  case leftToRight
  case rightToLeft
}
#endif

extension CGRect {
  /// [inset(by:)](https://developer.apple.com/documentation/corefoundation/cgrect/inset(by:)).
  public func inset(by insets: UIEdgeInsets) -> CGRect {
    CGRect(
      x: minX + insets.left,
      y: minY + insets.top,
      width: width - insets.left - insets.right,
      height: height - insets.top - insets.bottom
    )
  }
}

/// [Apple](https://developer.apple.com/documentation/uikit/uiedgeinsets).
public struct UIEdgeInsets: Hashable, Sendable {
  public static let zero = UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0)

  public var top: CGFloat
  public var left: CGFloat
  public var bottom: CGFloat
  public var right: CGFloat

  public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}
