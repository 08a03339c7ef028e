#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
import CoreGraphics
import Foundation
import QuartzCore
import UIKit

/// The card with a thumbnail, which the user taps to edit or swipes away to close.
///
/// It holds a thumbnail of its own, never the screenshot's image.
final class ScreenshotCard: UIControl {
  /// The closure that receives touches.
  private let report: (ScreenshotTouch) -> Void

  private let imageView: UIImageView
  private var drag: ScreenshotCardDrag?

  /// The distance that a finger has moved the card from its place.
  private(set) var dragOffset: CGFloat = 0

  init(
    thumbnail: UIImage?,
    report: @escaping (ScreenshotTouch) -> Void
  ) {
    self.report = report
    imageView = UIImageView(image: thumbnail)
    super.init(frame: .zero)
    setUpAppearance()
    setUpAccessibility()
  }

  /// Does nothing: a card is created in code.
  required init?(coder: NSCoder) {
    nil
  }

  private func setUpAppearance() {
    backgroundColor = .systemBackground
    layer.cornerRadius = 12
    layer.shadowOpacity = 0.3
    layer.shadowRadius = 8
    imageView.contentMode = .scaleAspectFill
    imageView.clipsToBounds = true
    imageView.layer.cornerRadius = 8
    addSubview(imageView)
  }

  /// Puts the card and its picture in their places, whatever pose it is in.
  func place(by layout: ScreenshotCardLayout) {
    let frame = layout.frame
    bounds = CGRect(origin: .zero, size: frame.size)
    center = CGPoint(x: frame.midX, y: frame.midY)
    imageView.frame = bounds.insetBy(
      dx: ScreenshotCardLayout.border,
      dy: ScreenshotCardLayout.border
    )
  }

  /// Shows the card in a pose.
  func apply(_ pose: ScreenshotCardPose) {
    alpha = pose.opacity
    transform = CGAffineTransform(translationX: pose.offset, y: 0)
      .scaledBy(x: pose.scale, y: pose.scale)
  }

  /// Releases the thumbnail.
  func releaseThumbnail() {
    imageView.image = nil
  }

  // MARK: Touches

  override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    drag = ScreenshotCardDrag(
      from: touch.location(in: superview),
      isRightToLeft: effectiveUserInterfaceLayoutDirection == .rightToLeft
    )
    return true
  }

  override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    follow(touch)
    return true
  }

  override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    super.endTracking(touch, with: event)
    if let touch { follow(touch) }
    finish(drag?.end)
  }

  override func cancelTracking(with event: UIEvent?) {
    super.cancelTracking(with: event)
    finish(nil)
  }

  /// Ignores a finger that still rests on the card, which is being hidden.
  func stopFollowing() {
    drag = nil
  }

  private func follow(_ touch: UITouch) {
    guard drag != nil else { return }
    drag?.move(to: touch.location(in: superview))
    dragOffset = drag?.offset ?? 0
    apply(ScreenshotCardPose(offset: dragOffset))
  }

  private func finish(_ end: ScreenshotTouch?) {
    guard drag != nil else { return }
    drag = nil
    guard let end else {
      dragOffset = 0
      return apply(.shown)
    }
    report(end)
  }

  // MARK: VoiceOver

  private func setUpAccessibility() {
    isAccessibilityElement = true
    accessibilityTraits = [.button, .image]
    accessibilityLabel = NSLocalizedString("Screenshot", comment: "")
    accessibilityHint = NSLocalizedString("Opens the screenshot for editing.", comment: "")
    accessibilityCustomActions = [
      UIAccessibilityCustomAction(name: NSLocalizedString("Edit", comment: "")) { [weak self] _ in
        self?.accessibilityActivate() ?? false
      },
      UIAccessibilityCustomAction(name: NSLocalizedString("Close", comment: "")) { [weak self] _ in
        self?.accessibilityPerformEscape() ?? false
      },
    ]
  }

  override func accessibilityActivate() -> Bool {
    report(.tap)
    return true
  }

  override func accessibilityPerformEscape() -> Bool {
    report(.outside)
    return true
  }
}
#endif
