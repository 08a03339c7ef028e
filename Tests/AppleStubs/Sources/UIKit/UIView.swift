#if !os(watchOS)
import CoreGraphics
import Foundation
import QuartzCore
import StubSystem

/// [Apple](https://developer.apple.com/documentation/uikit/uiview).
@MainActor
open class UIView: UIResponder {
  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/ishidden).
  open var isHidden = false

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/alpha).
  open var alpha: CGFloat = 1

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/backgroundcolor).
  open var backgroundColor: UIColor?

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/clipstobounds).
  open var clipsToBounds = false

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/contentmode-swift.property).
  open var contentMode = ContentMode.scaleToFill

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/layer).
  public let layer = CALayer()

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/isuserinteractionenabled).
  open var isUserInteractionEnabled = true

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/center).
  open var center = CGPoint.zero

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/transform).
  open var transform = CGAffineTransform.identity {
    didSet {
      guard StubAnimations.isRunning else { return }
      stubState.animatedTransforms.append(oldValue)
    }
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/autoresizingmask-swift.property).
  open var autoresizingMask: AutoresizingMask = []

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/bounds).
  open var bounds = CGRect.zero {
    didSet { resizeSubviews(from: oldValue.size) }
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/subviews).
  public private(set) var subviews: [UIView] = []

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/superview).
  public private(set) weak var superview: UIView?

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/gesturerecognizers).
  open private(set) var gestureRecognizers: [UIGestureRecognizer]?

  /// [Apple](https://developer.apple.com/documentation/objectivec/nsobject-swift.class/isaccessibilityelement).
  open var isAccessibilityElement = false

  /// [Apple](https://developer.apple.com/documentation/objectivec/nsobject-swift.class/accessibilitylabel).
  open var accessibilityLabel: String?

  /// [Apple](https://developer.apple.com/documentation/objectivec/nsobject-swift.class/accessibilityvalue).
  open var accessibilityValue: String?

  /// [Apple](https://developer.apple.com/documentation/objectivec/nsobject-swift.class/accessibilityhint).
  open var accessibilityHint: String?

  /// [Apple](https://developer.apple.com/documentation/objectivec/nsobject-swift.class/accessibilitytraits).
  open var accessibilityTraits: UIAccessibilityTraits = []

  /// [Apple](https://developer.apple.com/documentation/objectivec/nsobject-swift.class/accessibilitycustomactions).
  open var accessibilityCustomActions: [UIAccessibilityCustomAction]?

  /// What the system says of a window, which its views inherit.
  public var stubSafeAreaInsets = UIEdgeInsets.zero {
    didSet { stubTellOfSafeArea() }
  }

  /// What the system says of a window, which its views inherit.
  public var stubLayoutDirection = UIUserInterfaceLayoutDirection.leftToRight

  /// What the other files of this stub keep of a view.
  let stubState = StubViewState()

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/init(frame:)).
  public init(frame: CGRect) {
    StubMainThread.require()
    super.init()
    self.frame = frame
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/init(coder:)).
  public required init?(coder: NSCoder) {}

  public convenience override init() {
    self.init(frame: .zero)
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/addsubview(_:)).
  open func addSubview(_ view: UIView) {
    StubMainThread.require()
    view.stubLeaveSuperview()
    subviews.append(view)
    view.superview = self
    view.didMoveToSuperview()
    view.stubMoveToWindow()
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/removefromsuperview()).
  open func removeFromSuperview() {
    StubMainThread.require()
    guard superview != nil else { return }
    stubLeaveSuperview()
    didMoveToSuperview()
    stubMoveToWindow()
  }

  /// A view that moves to another superview, and with it to another window, is not notified of the absence of a window in between.
  private func stubLeaveSuperview() {
    guard let superview else { return }
    superview.subviews.removeAll { $0 === self }
    self.superview = nil
    stubLoseConstraints()
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/addgesturerecognizer(_:)).
  open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    gestureRecognizer.stubAttach(to: self)
    gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/removegesturerecognizer(_:)).
  open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    gestureRecognizer.stubAttach(to: nil)
    gestureRecognizers?.removeAll { $0 === gestureRecognizer }
  }

  // MARK: What subclasses override

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/didmovetowindow()).
  open func didMoveToWindow() {}

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/didmovetosuperview()).
  open func didMoveToSuperview() {}

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/intrinsiccontentsize).
  open var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/sizethatfits(_:)).
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/layoutsubviews()).
  open func layoutSubviews() {}

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/safeareainsetsdidchange()).
  open func safeAreaInsetsDidChange() {}

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/point(inside:with:)).
  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
    bounds.contains(point)
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/hittest(_:with:)).
  open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    guard !isHidden, alpha >= 0.01, isUserInteractionEnabled,
      self.point(inside: point, with: event)
    else { return nil }
    let hit = subviews.reversed().lazy
      .compactMap { $0.hitTest($0.stubFromSuperview(point), with: event) }.first
    return hit ?? self
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiview/drawhierarchy(in:afterscreenupdates:)).
  open func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool {
    StubMainThread.require()
    precondition(UIGraphicsImageRenderer.stubIsRendering, "There is no context to draw into.")
    return true
  }

  /// [Apple](https://developer.apple.com/documentation/objectivec/nsobject-swift.class/accessibilityactivate()).
  open func accessibilityActivate() -> Bool { false }

  /// [Apple](https://developer.apple.com/documentation/objectivec/nsobject-swift.class/accessibilityperformescape()).
  open func accessibilityPerformEscape() -> Bool { false }

  // MARK: Notifications from the window

  private func resizeSubviews(from old: CGSize) {
    guard bounds.size != old else { return }
    setNeedsLayout()
    for subview in subviews where subview.autoresizingMask == [.flexibleWidth, .flexibleHeight] {
      let frame = subview.frame
      subview.frame = CGRect(
        x: frame.minX,
        y: frame.minY,
        width: frame.width + bounds.width - old.width,
        height: frame.height + bounds.height - old.height
      )
    }
  }

  private func stubTellOfSafeArea() {
    safeAreaInsetsDidChange()
    for subview in subviews {
      subview.stubTellOfSafeArea()
    }
  }
}
#endif
