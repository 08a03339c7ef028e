#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
import CoreGraphics
import PushHub
import SwiftUI
import UIKit

/// What lies over a window while a banner is up: it lets every touch beside the banner through.
final class ForegroundBannerOverlay: UIView {
  private let controller: UIHostingController<ForegroundBannerView>
  private var card: UIView { controller.view }

  init(_ banner: ForegroundBanner, over window: UIWindow, texts: ForegroundBannerTexts) {
    controller = UIHostingController(
      rootView: ForegroundBannerView(banner: banner, texts: texts)
    )
    // The overlay keeps it clear of the safe area; above that, on its way, it stays as it is.
    controller.safeAreaRegions = []
    super.init(frame: window.bounds)
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
    card.backgroundColor = .clear
    addSubview(card)
    window.addSubview(self)
    layoutIfNeeded()
  }

  /// Does nothing: an overlay is made in code.
  required init?(coder: NSCoder) {
    nil
  }

  /// Puts the banner at the top, clear of the safe area, and not wider than is easily read.
  override func layoutSubviews() {
    super.layoutSubviews()
    let room = bounds.inset(by: safeAreaInsets)
    let widest = ForegroundBannerMetrics.maximumWidth + 2 * ForegroundBannerMetrics.margin
    var size = CGSize(width: min(room.width, widest), height: bounds.height / 2)
    size.height = controller.sizeThatFits(in: size).height
    card.bounds = CGRect(origin: .zero, size: size)
    card.center = CGPoint(x: room.midX, y: room.minY + size.height / 2)
  }

  override func safeAreaInsetsDidChange() {
    super.safeAreaInsetsDidChange()
    setNeedsLayout()
  }

  override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
    let margin = ForegroundBannerMetrics.margin
    return card.bounds.insetBy(dx: margin, dy: margin).contains(convert(point, to: card))
  }

  /// Lets the banner appear, and returns when it is there, or on its way out again.
  ///
  /// Touches mean nothing before: a finger must not leave the banner where it is not to be.
  func appear() async {
    card.isUserInteractionEnabled = false
    hideCard()
    await UIView.move(for: ForegroundBannerMetrics.duration) { [card] in
      card.alpha = 1
      card.transform = .identity
    }
    card.isUserInteractionEnabled = true
  }

  /// Lets the banner disappear, and returns when nothing of it is left.
  func disappear(_ outcome: ForegroundBannerOutcome) async {
    isUserInteractionEnabled = false
    if !outcome.isImmediate {
      await UIView.move(for: ForegroundBannerMetrics.duration) { self.hideCard() }
    }
    removeFromSuperview()
  }

  /// Above the window's edge; with reduced motion where it is, and unseen.
  private func hideCard() {
    card.alpha = 0
    guard unsafe !UIAccessibility.isReduceMotionEnabled else { return }
    let departure = -(card.center.y + card.bounds.height / 2)
    card.transform = CGAffineTransform(translationX: 0, y: departure)
  }
}
#endif
