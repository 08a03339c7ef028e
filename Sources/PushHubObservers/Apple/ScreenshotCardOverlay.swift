#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
import CoreGraphics
import PushHub
import UIKit

/// The view over a window while a preview is shown: it contains the card, and passes touches beside the card
/// through.
final class ScreenshotCardOverlay: UIView, UIGestureRecognizerDelegate {
  /// The card.
  let card: ScreenshotCard

  private let imageSize: CGSize
  private let report: (ScreenshotTouch) -> Void

  /// Receives the window's touches first, and handles none of them.
  private let touchRecognizer = UITapGestureRecognizer()

  /// Creates an overlay for an image, of which it keeps a thumbnail only.
  init(
    of image: UIImage,
    over window: UIWindow,
    report: @escaping (ScreenshotTouch) -> Void
  ) {
    imageSize = image.size
    self.report = report
    card = ScreenshotCard(
      thumbnail: image.thumbnail(over: window),
      report: report
    )
    super.init(frame: window.bounds)
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(card)
    touchRecognizer.delegate = self
    window.addSubview(self)
    window.addGestureRecognizer(touchRecognizer)
    layoutIfNeeded()
  }

  /// Does nothing: an overlay is created in code.
  required init?(coder: NSCoder) {
    nil
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    card.place(by: ScreenshotCardLayout(of: imageSize, in: self))
  }

  override func safeAreaInsetsDidChange() {
    super.safeAreaInsetsDidChange()
    setNeedsLayout()
  }

  override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
    card.point(inside: convert(point, to: card), with: event)
  }

  /// Reports a touch beside the card, and handles none.
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldReceive touch: UITouch
  ) -> Bool {
    if !card.bounds.contains(touch.location(in: card)) {
      report(.outside)
    }
    return false
  }
}

// MARK: - In and out

extension ScreenshotCardOverlay {
  /// Shows the card, and returns when the animation has ended.
  ///
  /// Touches have no effect before: a finger must not move a card that is moving.
  func appear() async {
    card.isUserInteractionEnabled = false
    unsafe card.apply(.hidden(reducesMotion: UIAccessibility.isReduceMotionEnabled))
    await animate(to: .shown)
    card.isUserInteractionEnabled = true
  }

  /// Hides the card, and returns when the animation has ended.
  func disappear(_ outcome: ScreenshotOutcome) async {
    isUserInteractionEnabled = false
    card.stopFollowing()
    touchRecognizer.view?.removeGestureRecognizer(touchRecognizer)
    // The system takes a snapshot of an app that is left, without animations.
    if outcome != .resigned {
      let reducesMotion = unsafe UIAccessibility.isReduceMotionEnabled
      await animate(to: .hidden(at: card.dragOffset, reducesMotion: reducesMotion))
    }
    card.releaseThumbnail()
    removeFromSuperview()
  }

  private func animate(to pose: ScreenshotCardPose) async {
    await UIView.move(for: ScreenshotCardPose.duration) { self.card.apply(pose) }
  }
}

extension UIImage {
  /// Draws the image as small as the card over a window shows it.
  @MainActor
  fileprivate func thumbnail(over window: UIWindow) -> UIImage? {
    let size = ScreenshotCardLayout(of: self.size, in: window).thumbnailSize
    let bounds = CGRect(origin: .zero, size: size)
    let format = UIGraphicsImageRendererFormat(for: window.traitCollection)
    return UIGraphicsImageRenderer(bounds: bounds, format: format).image { _ in draw(in: bounds) }
  }
}

extension ScreenshotCardLayout {
  /// Lays a card out in a view.
  @MainActor
  fileprivate init(of imageSize: CGSize, in view: UIView) {
    self.init(
      safeArea: view.bounds.inset(by: view.safeAreaInsets),
      isRightToLeft: view.effectiveUserInterfaceLayoutDirection == .rightToLeft,
      imageSize: imageSize
    )
  }
}
#endif
