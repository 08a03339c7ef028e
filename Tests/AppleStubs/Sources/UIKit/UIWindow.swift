/// [Apple](https://developer.apple.com/documentation/uikit/uiwindow).
@MainActor
open class UIWindow: UIView {}

extension UIView {
  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/window).
  public var window: UIWindow? { self as? UIWindow ?? superview?.window }

  /// Tells the view and all in it that they have moved, also if there is no window before and after.
  ///
  /// See [didMoveToWindow()](https://developer.apple.com/documentation/uikit/uiview/didmovetowindow()).
  func stubMoveToWindow() {
    didMoveToWindow()
    for view in subviews {
      view.stubMoveToWindow()
    }
  }
}
