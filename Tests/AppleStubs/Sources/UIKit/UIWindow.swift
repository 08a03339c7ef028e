#if !os(watchOS)
import Foundation
import StubSystem

/// [Apple](https://developer.apple.com/documentation/uikit/uiwindowscene).
@MainActor
open class UIWindowScene: UIScene {
  /// [Apple](https://developer.apple.com/documentation/uikit/uiwindowscene/keywindow).
  open var keyWindow: UIWindow? { stubKeyWindow }

  /// The window that the user has brought to the front.
  public var stubKeyWindow: UIWindow? {
    didSet { stubKeyWindow?.windowScene = self }
  }
}

/// [Apple](https://developer.apple.com/documentation/uikit/uiwindow).
@MainActor
open class UIWindow: UIView {
  /// [Apple](https://developer.apple.com/documentation/uikit/uiwindow/windowscene).
  open weak var windowScene: UIWindowScene?

  /// [Apple](https://developer.apple.com/documentation/uikit/uiwindow/rootviewcontroller).
  open var rootViewController: UIViewController?

  /// [Apple](https://developer.apple.com/documentation/uikit/uiwindow/init(windowscene:)).
  public convenience init(windowScene: UIWindowScene) {
    self.init(frame: .zero)
    self.windowScene = windowScene
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiwindow/makekeyandvisible()).
  open func makeKeyAndVisible() {
    windowScene?.stubKeyWindow = self
  }

  /// How many pixels a point has on the window's screen.
  public var stubDisplayScale: CGFloat = 3

  /// Whether the system has all images when it draws.
  public var stubDrawsCompletely = true

  /// What was drawn: how large, and whether changes were waited for.
  public private(set) var stubDrawings: [(rect: CGRect, afterUpdates: Bool)] = []

  /// As on a device: drawing a window of a scene that is leaving is a crash.
  open override func drawHierarchy(in rect: CGRect, afterScreenUpdates: Bool) -> Bool {
    precondition(
      windowScene?.activationState == .foregroundActive,
      "The window of a scene that is not active was drawn."
    )
    stubDrawings.append((rect, afterScreenUpdates))
    return super.drawHierarchy(in: rect, afterScreenUpdates: afterScreenUpdates)
      && stubDrawsCompletely
  }
}

extension UIView {
  /// Notifies the view and its subviews that they have moved, also if there is no window before and after.
  ///
  /// See [didMoveToWindow()](https://developer.apple.com/documentation/uikit/uiview/didmovetowindow()).
  func stubMoveToWindow() {
    didMoveToWindow()
    for view in subviews {
      view.stubMoveToWindow()
    }
  }
}
#endif
