#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
import CoreGraphics
import QuartzCore
import UIKit

/// The banner with its texts, which is tapped to open and swiped up to close.
final class ForegroundBannerCard: UIControl {
  private let report: (ForegroundBannerTouch) -> Void
  private let labels: [UILabel]
  private var start: CGPoint?
  private var drag = ForegroundBannerDrag()

  /// How far a finger has left the banner from its place.
  var dragOffset: CGFloat { drag.offset }

  init(
    _ content: ForegroundBannerContent,
    texts: ForegroundBannerTexts,
    report: @escaping (ForegroundBannerTouch) -> Void
  ) {
    self.report = report
    labels = [
      UILabel(content.title, .headline, lines: 2),
      UILabel(content.subtitle, .subheadline, lines: 2),
      UILabel(content.body, .body, lines: 4),
    ].compactMap { $0 }
    super.init(frame: .zero)
    backgroundColor = .secondarySystemBackground
    layer.cornerRadius = 20
    layer.shadowOpacity = 0.2
    layer.shadowRadius = 12
    for label in labels {
      addSubview(label)
    }
    setUpAccessibility(content, texts)
  }

  /// Does nothing: a banner is made in code.
  required init?(coder: NSCoder) {
    nil
  }

  // MARK: Looks

  /// Puts the banner and its texts in their places, whatever pose it is in.
  func place(by layout: ForegroundBannerLayout) {
    let padding = ForegroundBannerLayout.padding
    let room = CGSize(width: max(0, layout.width - 2 * padding), height: .greatestFiniteMagnitude)
    var y = padding
    for label in labels {
      let size = label.sizeThatFits(room)
      label.frame = CGRect(x: padding, y: y, width: room.width, height: size.height)
      y += size.height + ForegroundBannerLayout.spacing
    }
    let frame = layout.frame(height: y - ForegroundBannerLayout.spacing + padding)
    bounds = CGRect(origin: .zero, size: frame.size)
    center = CGPoint(x: frame.midX, y: frame.midY)
  }

  /// Takes a pose.
  func take(_ pose: ForegroundBannerPose) {
    alpha = pose.opacity
    transform = CGAffineTransform(translationX: 0, y: pose.offset)
  }

  // MARK: Touches

  override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    start = touch.location(in: superview)
    drag = ForegroundBannerDrag()
    report(.held)
    return true
  }

  override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    follow(touch)
    return true
  }

  override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    super.endTracking(touch, with: event)
    guard start != nil else { return }
    if let touch { follow(touch) }
    start = nil
    switch drag.end {
    case .tap: report(.tapped)
    case .close: report(.swiped)
    case .nothing: letGo()
    }
  }

  override func cancelTracking(with event: UIEvent?) {
    super.cancelTracking(with: event)
    guard start != nil else { return }
    start = nil
    letGo()
  }

  /// Leaves the banner to whoever moves it away: a finger that still rests on it means nothing more.
  func stopFollowing() {
    start = nil
  }

  private func follow(_ touch: UITouch) {
    guard let start else { return }
    let place = touch.location(in: superview)
    drag.move(by: CGSize(width: place.x - start.x, height: place.y - start.y))
    take(ForegroundBannerPose(offset: drag.offset))
  }

  private func letGo() {
    drag = ForegroundBannerDrag()
    take(.shown)
    report(.released)
  }

  // MARK: VoiceOver

  private func setUpAccessibility(
    _ content: ForegroundBannerContent,
    _ texts: ForegroundBannerTexts
  ) {
    isAccessibilityElement = true
    accessibilityTraits = .button
    accessibilityLabel = content.spoken
    accessibilityHint = texts.hint
    accessibilityCustomActions = [
      UIAccessibilityCustomAction(name: texts.close) { [weak self] _ in
        self?.accessibilityPerformEscape() ?? false
      }
    ]
  }

  override func accessibilityActivate() -> Bool {
    report(.tapped)
    return true
  }

  override func accessibilityPerformEscape() -> Bool {
    report(.swiped)
    return true
  }

  /// A banner that is being listened to is touched.
  override func accessibilityElementDidBecomeFocused() {
    super.accessibilityElementDidBecomeFocused()
    report(.held)
  }

  override func accessibilityElementDidLoseFocus() {
    super.accessibilityElementDidLoseFocus()
    report(.released)
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
