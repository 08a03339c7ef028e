#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
import CoreGraphics
import PushHub
import UIKit

/// What lies over a window while a preview is up: it holds the card, and lets every touch beside
/// the card through.
final class ScreenshotCardOverlay: UIView, UIGestureRecognizerDelegate {
  /// The card.
  let card: ScreenshotCard

  private let imageSize: CGSize
  private let report: (ScreenshotTouch) -> Void

  /// Sees the window's touches before anybody else does, and takes none of them.
  private let touchRecognizer = UITapGestureRecognizer()

  /// Makes an overlay for an image, of which it keeps a thumbnail only.
  init(
    of image: UIImage,
    over window: UIWindow,
    texts: ScreenshotCardTexts,
    report: @escaping (ScreenshotTouch) -> Void
  ) {
    imageSize = image.size
    self.report = report
    card = ScreenshotCard(
      thumbnail: image.thumbnail(over: window),
      texts: texts,
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

  /// Does nothing: an overlay is made in code.
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

  /// Tells of a touch beside the card, and takes part in none.
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
  /// Lets the card appear, and returns when it is there, or on its way out again.
  ///
  /// Touches mean nothing before: a finger must not leave the card where it is not to be.
  func appear() async {
    card.isUserInteractionEnabled = false
    unsafe card.apply(.hidden(reducesMotion: UIAccessibility.isReduceMotionEnabled))
    await animate(to: .shown)
    card.isUserInteractionEnabled = true
  }

  /// Lets the card disappear, and returns when nothing of it is left.
  func disappear(_ outcome: ScreenshotOutcome) async {
    isUserInteractionEnabled = false
    card.stopFollowing()
    touchRecognizer.view?.removeGestureRecognizer(touchRecognizer)
    // The system keeps a picture of an app that is left, and animates nothing.
    if outcome != .resigned {
      let reducesMotion = unsafe UIAccessibility.isReduceMotionEnabled
      var pose = ScreenshotCardPose.hidden(at: card.dragOffset, reducesMotion: reducesMotion)
      if outcome == .cancel, card.dragOffset != 0, !reducesMotion {
        let departure = ScreenshotCardLayout(of: imageSize, in: self).departure
        pose = ScreenshotCardPose(opacity: 0, offset: departure)
      }
      await animate(to: pose)
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
  /// Reads what a view knows of its place and of the user's hand.
  @MainActor
  fileprivate init(of imageSize: CGSize, in view: UIView) {
    self.init(
      bounds: view.bounds,
      safeArea: view.bounds.inset(by: view.safeAreaInsets),
      isRightToLeft: view.effectiveUserInterfaceLayoutDirection == .rightToLeft,
      imageSize: imageSize
    )
  }
}
#endif
