#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
import CoreGraphics
import PushHub
import QuartzCore
import UIKit

/// What lies over a window while a banner is up: it lets every touch beside the banner through.
final class ForegroundBannerOverlay: UIView {
  private let card: ForegroundBannerCard

  init(_ banner: ForegroundBanner, over window: UIWindow, texts: ForegroundBannerTexts) {
    card = ForegroundBannerCard(banner, texts: texts)
    super.init(frame: window.bounds)
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
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
    let (insets, margin) = (safeAreaInsets, ForegroundBannerMetrics.margin)
    let room = bounds.width - insets.left - insets.right
    let width = max(0, min(room - 2 * margin, ForegroundBannerMetrics.maximumWidth))
    let texts = max(card.layOutLabels(width: width), ForegroundBannerMetrics.minimumHeight)
    let height = min(texts, bounds.height / 2)
    card.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    card.center = CGPoint(
      x: bounds.minX + insets.left + room / 2,
      y: bounds.minY + insets.top + margin + height / 2
    )
  }

  override func safeAreaInsetsDidChange() {
    super.safeAreaInsetsDidChange()
    setNeedsLayout()
  }

  override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
    card.point(inside: convert(point, to: card), with: event)
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
    card.stopFollowing()
    if !outcome.isImmediate {
      await UIView.move(for: ForegroundBannerMetrics.duration) { self.hideCard() }
    }
    removeFromSuperview()
  }

  /// Above the window's edge; with reduced motion where it is, and unseen.
  private func hideCard() {
    card.alpha = 0
    guard !UIAccessibility.isReduceMotionEnabled else { return }
    let departure = -(card.center.y + card.bounds.height / 2)
    card.transform = CGAffineTransform(translationX: 0, y: departure)
  }
}

/// The banner with its texts, which is tapped to open and swiped up to close.
private final class ForegroundBannerCard: UIControl {
  private let banner: ForegroundBanner
  private let labels: [UILabel]
  private var start: CGPoint?
  private var drag = ForegroundBannerDrag()

  init(_ banner: ForegroundBanner, texts: ForegroundBannerTexts) {
    self.banner = banner
    labels = [
      UILabel(banner.title, .headline, lines: 2),
      UILabel(banner.subtitle, .subheadline, lines: 2),
      UILabel(banner.body, .body, lines: 4),
    ].compactMap { $0 }
    super.init(frame: .zero)
    backgroundColor = .secondarySystemBackground
    layer.cornerRadius = 20
    layer.shadowOpacity = 0.2
    layer.shadowRadius = 12
    for label in labels {
      addSubview(label)
    }
    isAccessibilityElement = true
    accessibilityTraits = .button
    accessibilityLabel = banner.spoken
    accessibilityHint = texts.hint
    accessibilityCustomActions = [
      UIAccessibilityCustomAction(name: texts.close) { [weak self] _ in
        self?.accessibilityPerformEscape() ?? false
      }
    ]
  }

  /// Does nothing: a banner is made in code.
  required init?(coder: NSCoder) {
    nil
  }

  /// Puts the texts in their places, and returns how high they are with what is around them.
  func layOutLabels(width: CGFloat) -> CGFloat {
    let padding = ForegroundBannerMetrics.padding
    let room = CGSize(width: width - 2 * padding, height: .greatestFiniteMagnitude)
    var y = padding
    for label in labels {
      let height = label.sizeThatFits(room).height
      label.frame = CGRect(x: padding, y: y, width: room.width, height: height)
      y += height + ForegroundBannerMetrics.spacing
    }
    return y - ForegroundBannerMetrics.spacing + padding
  }

  // MARK: Touches

  override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    start = touch.location(in: superview)
    drag = ForegroundBannerDrag()
    banner.touch(.held)
    return true
  }

  override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    follow(touch)
    return true
  }

  override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    super.endTracking(touch, with: event)
    if let touch { follow(touch) }
    end(drag.end)
  }

  override func cancelTracking(with event: UIEvent?) {
    super.cancelTracking(with: event)
    end(.released)
  }

  /// Leaves the banner to whoever moves it away: a finger that still rests on it means nothing more.
  func stopFollowing() {
    start = nil
  }

  private func follow(_ touch: UITouch) {
    guard let start else { return }
    let place = touch.location(in: superview)
    drag.move(by: CGSize(width: place.x - start.x, height: place.y - start.y))
    transform = CGAffineTransform(translationX: 0, y: drag.offset)
  }

  private func end(_ touch: ForegroundBannerTouch) {
    guard start != nil else { return }
    start = nil
    if touch == .released { transform = .identity }
    banner.touch(touch)
  }

  // MARK: VoiceOver

  override func accessibilityActivate() -> Bool {
    banner.touch(.tapped)
    return true
  }

  override func accessibilityPerformEscape() -> Bool {
    banner.touch(.swiped)
    return true
  }

  /// A banner that is being listened to is touched.
  override func accessibilityElementDidBecomeFocused() {
    super.accessibilityElementDidBecomeFocused()
    banner.touch(.held)
  }

  override func accessibilityElementDidLoseFocus() {
    super.accessibilityElementDidLoseFocus()
    banner.touch(.released)
  }
}

extension UILabel {
  /// A label in a font that grows with the user's, if there is a text.
  fileprivate convenience init?(_ text: String?, _ style: UIFont.TextStyle, lines: Int) {
    guard let text else { return nil }
    self.init(frame: .zero)
    self.text = text
    font = .preferredFont(forTextStyle: style)
    adjustsFontForContentSizeCategory = true
    numberOfLines = lines
    isUserInteractionEnabled = false
  }
}
#endif
