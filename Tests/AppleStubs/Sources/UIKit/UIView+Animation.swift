#if !os(watchOS)
import CoreGraphics
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
    StubAnimations.run(animations)
    StubAnimations.hasBegun?()
    DispatchQueue.main.async { completion?(false) }
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/animate(springduration:bounce:initialspringvelocity:delay:options:animations:completion:)).
  ///
  /// Called off the main thread it ends the process; the completion comes later, and once.
  public class func animate(
    springDuration duration: TimeInterval = 0.5,
    bounce: CGFloat = 0.0,
    initialSpringVelocity: CGFloat = 0.0,
    delay: TimeInterval = 0.0,
    options: UIView.AnimationOptions = [],
    animations: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    StubMainThread.require()
    StubAnimations.run(animations)
    let handler = HostileHandler<Bool>("animate") { completion?($0) }
    DispatchQueue.main.async { handler(true) }
  }

  /// Where each animation of the transform began.
  public var stubAnimatedTransforms: [CGAffineTransform] { stubState.animatedTransforms }
}

/// What tests see of animations with a duration.
@MainActor
public enum StubAnimations {
  /// How many there were.
  public static var count = 0

  /// Called while views still look as before.
  public static var willBegin: (@MainActor () -> Void)?

  /// Called while one is under way.
  public static var hasBegun: (@MainActor () -> Void)?

  /// Whether what changes now is animated.
  private(set) static var isRunning = false

  static func run(_ animations: () -> Void) {
    isRunning = true
    animations()
    isRunning = false
  }
}
#endif
