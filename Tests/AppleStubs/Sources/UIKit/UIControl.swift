#if !os(watchOS)
import Foundation

/// [Apple](https://developer.apple.com/documentation/uikit/uicontrol).
@MainActor
open class UIControl: UIView {
  /// [Apple](https://developer.apple.com/documentation/uikit/uicontrol/state-swift.struct).
  public struct State: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// [Apple](https://developer.apple.com/documentation/uikit/uicontrol/state-swift.struct/normal).
    public static let normal: State = []
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uicontrol/istracking).
  public private(set) var isTracking = false

  /// [Apple](https://developer.apple.com/documentation/uikit/uicontrol/begintracking(_:with:)).
  open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }

  /// [Apple](https://developer.apple.com/documentation/uikit/uicontrol/continuetracking(_:with:)).
  open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }

  /// [Apple](https://developer.apple.com/documentation/uikit/uicontrol/endtracking(_:with:)).
  open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}

  /// [Apple](https://developer.apple.com/documentation/uikit/uicontrol/canceltracking(with:)).
  open func cancelTracking(with event: UIEvent?) {}

  func stubBegin(_ touch: UITouch) {
    isTracking = beginTracking(touch, with: UIEvent())
  }

  func stubContinue(_ touch: UITouch) {
    guard isTracking else { return }
    isTracking = continueTracking(touch, with: UIEvent())
  }

  func stubEnd(_ touch: UITouch) {
    guard isTracking else { return }
    isTracking = false
    endTracking(touch, with: UIEvent())
  }

  func stubCancel() {
    isTracking = false
    cancelTracking(with: nil)
  }
}
#endif
