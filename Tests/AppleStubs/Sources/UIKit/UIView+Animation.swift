import Foundation
import StubSystem

extension UIView {
  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/animationoptions).
  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
    public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
    public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/animate(withduration:delay:options:animations:completion:)).
  ///
  /// Here every animation is interrupted: it completes later, and says that it has not finished.
  public static func animate(
    withDuration duration: TimeInterval,
    delay: TimeInterval,
    options: AnimationOptions = [],
    animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    StubMainThread.require()
    StubAnimations.count += 1
    StubAnimations.willBegin?()
    animations()
    StubAnimations.hasBegun?()
    DispatchQueue.main.async { completion?(false) }
  }
}

/// What tests see of animations.
@MainActor
public enum StubAnimations {
  /// How many there were.
  public static var count = 0

  /// Called while views still look as before.
  public static var willBegin: (@MainActor () -> Void)?

  /// Called while one is under way.
  public static var hasBegun: (@MainActor () -> Void)?
}
