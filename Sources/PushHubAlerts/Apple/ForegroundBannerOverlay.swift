#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
import CoreGraphics
import PushHub
import SwiftUI
import UIKit

/// The view over a window while a banner is shown: it passes touches beside the banner through.
final class ForegroundBannerOverlay: UIView {
  private let controller: UIHostingController<ForegroundBannerView>
  private var card: UIView { controller.view }

  init(_ banner: ForegroundBanner, over window: UIWindow) {
    controller = UIHostingController(rootView: ForegroundBannerView(banner: banner))
    // The overlay keeps it clear of the safe area, and its layout stays the same while it moves there.
    controller.safeAreaRegions = []
    super.init(frame: window.bounds)
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
    card.backgroundColor = .clear
    addSubview(card)
    window.addSubview(self)
    layoutIfNeeded()
  }

  /// Does nothing: an overlay is created in code.
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

  /// Shows the banner, and returns when the animation has ended.
  ///
  /// Touches have no effect before: a finger must not move a banner that is moving.
  func appear() async {
    card.isUserInteractionEnabled = false
    hideCard()
    await UIView.move(for: ForegroundBannerMetrics.duration) { [card] in
      card.alpha = 1
      card.transform = .identity
    }
    card.isUserInteractionEnabled = true
  }

  /// Hides the banner, and returns when the animation has ended.
  func disappear(_ outcome: ForegroundBannerOutcome) async {
    isUserInteractionEnabled = false
    if !outcome.isImmediate {
      await UIView.move(for: ForegroundBannerMetrics.duration) { self.hideCard() }
    }
    removeFromSuperview()
  }

  /// Moves it above the window's edge; with reduced motion it only becomes transparent.
  private func hideCard() {
    card.alpha = 0
    guard unsafe !UIAccessibility.isReduceMotionEnabled else { return }
    let departure = -(card.center.y + card.bounds.height / 2)
    card.transform = CGAffineTransform(translationX: 0, y: departure)
  }
}
#endif
