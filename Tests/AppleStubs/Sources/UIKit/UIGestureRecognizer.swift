#if !os(watchOS)
import Foundation

/// [Apple](https://developer.apple.com/documentation/uikit/uigesturerecognizerdelegate).
@MainActor
public protocol UIGestureRecognizerDelegate: NSObjectProtocol {
  /// [Apple](https://developer.apple.com/documentation/uikit/uigesturerecognizerdelegate/gesturerecognizer(_:shouldreceive:)).
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldReceive touch: UITouch
  ) -> Bool
}

/// [Apple](https://developer.apple.com/documentation/uikit/uigesturerecognizer).
@MainActor
open class UIGestureRecognizer: NSObject {
  /// [Apple](https://developer.apple.com/documentation/uikit/uigesturerecognizer/delegate).
  open weak var delegate: (any UIGestureRecognizerDelegate)?

  /// [Apple](https://developer.apple.com/documentation/uikit/uigesturerecognizer/view).
  public private(set) weak var view: UIView?

  /// How many touches it took part in, which views may then not get.
  public private(set) var stubReceivedCount = 0

  public override init() {}

  func stubAttach(to view: UIView?) {
    self.view = view
  }

  func stubOffer(_ touch: UITouch) {
    if delegate?.gestureRecognizer(self, shouldReceive: touch) ?? true {
      stubReceivedCount += 1
    }
  }
}

/// [Apple](https://developer.apple.com/documentation/uikit/uitapgesturerecognizer).
@MainActor
open class UITapGestureRecognizer: UIGestureRecognizer {}
#endif
