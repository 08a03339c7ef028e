#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
import CoreGraphics
import PushHub
import UIKit

/// What lies over a window while a banner is up: it lets every touch beside the banner through.
final class ForegroundBannerOverlay: UIView {
  /// The banner.
  let card: ForegroundBannerCard

  init(
    of content: ForegroundBannerContent,
    over window: UIWindow,
    texts: ForegroundBannerTexts,
    report: @escaping (ForegroundBannerTouch) -> Void
  ) {
    card = ForegroundBannerCard(content, texts: texts, report: report)
    super.init(frame: window.bounds)
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(card)
    window.addSubview(self)
    registerForTraitChanges([UITraitPreferredContentSizeCategory.self]) {
      (overlay: ForegroundBannerOverlay, _) in
      overlay.setNeedsLayout()
    }
    layoutIfNeeded()
  }

  /// Does nothing: an overlay is made in code.
  required init?(coder: NSCoder) {
    nil
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    card.place(by: layout)
  }

  override func safeAreaInsetsDidChange() {
    super.safeAreaInsetsDidChange()
    setNeedsLayout()
  }

  override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
    card.point(inside: convert(point, to: card), with: event)
  }

  private var layout: ForegroundBannerLayout {
    let insets = safeAreaInsets
    return ForegroundBannerLayout(
      bounds: bounds,
      top: insets.top,
      left: insets.left,
      right: insets.right
    )
  }

  /// Above the window's edge, or where it is and unseen.
  private var away: ForegroundBannerPose {
    .away(
      from: card.dragOffset,
      departure: -(card.center.y + card.bounds.height / 2),
      reducesMotion: UIAccessibility.isReduceMotionEnabled
    )
  }
}

// MARK: - In and out

extension ForegroundBannerOverlay {
  /// Lets the banner appear, and returns when it is there, or on its way out again.
  ///
  /// Touches mean nothing before: a finger must not leave the banner where it is not to be.
  func appear() async {
    card.isUserInteractionEnabled = false
    card.take(away)
    await animate(to: .shown)
    card.isUserInteractionEnabled = true
  }

  /// Lets the banner disappear, and returns when nothing of it is left.
  func disappear(_ outcome: ForegroundBannerOutcome) async {
    isUserInteractionEnabled = false
    card.stopFollowing()
    if !outcome.isImmediate {
      await animate(to: away)
    }
    removeFromSuperview()
  }

  private func animate(to pose: ForegroundBannerPose) async {
    await UIView.move(for: ForegroundBannerPose.duration) { self.card.take(pose) }
  }
}
#endif
