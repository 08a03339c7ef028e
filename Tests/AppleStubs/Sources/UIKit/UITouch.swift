#if !os(watchOS)
import Foundation

/// [Apple](https://developer.apple.com/documentation/uikit/uievent).
@MainActor
open class UIEvent: NSObject {}

/// [Apple](https://developer.apple.com/documentation/uikit/uitouch).
@MainActor
open class UITouch: NSObject {
  /// [Apple](https://developer.apple.com/documentation/uikit/uitouch/view).
  public private(set) var view: UIView?

  private let window: UIWindow
  private var position: CGPoint

  /// A finger comes down on a window: views are searched for it, recognizers are asked.
  public init(stubOn window: UIWindow, at position: CGPoint) {
    self.window = window
    self.position = position
    super.init()
    view = window.hitTest(position, with: UIEvent())
    for view in sequence(first: view, next: { $0?.superview }).prefix(while: { $0 != nil }) {
      for recognizer in view?.gestureRecognizers ?? [] {
        recognizer.stubOffer(self)
      }
    }
    (view as? UIControl)?.stubBegin(self)
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uitouch/location(in:)).
  open func location(in view: UIView?) -> CGPoint {
    view?.stubFromWindow(position) ?? position
  }

  /// The finger moves.
  public func stubMove(to position: CGPoint) {
    self.position = position
    (view as? UIControl)?.stubContinue(self)
  }

  /// The finger leaves.
  public func stubLift() {
    (view as? UIControl)?.stubEnd(self)
  }

  /// The system takes the touch away, as for a call or a gesture of its own.
  public func stubCancel() {
    (view as? UIControl)?.stubCancel()
  }
}
#endif
