#if canImport(UIKit) && !os(watchOS)
import CoreGraphics
public import Foundation
import QuartzCore
public import UIKit

/// A dot or a number at the top trailing corner of any view.
///
/// ```swift
/// let dot = BadgeDotView()
/// dot.attach(to: bellButton)
/// dot.follow(badge)
/// ```
///
/// It shows the badge of a ``BadgeDot``, a node of a ``BadgeTree`` or any other ``BadgeSource``, and
/// nothing before. It appears with motion from read to unread while it is in a window, and never where
/// the user wants less motion. It grows with the text size that the user has chosen, up to twice its
/// size, and takes no touches.
///
/// VoiceOver finds it while there is something unread. A control hides what is in it from VoiceOver,
/// so that on a view which is an accessibility element itself the badge also is that view's value,
/// unless the app has given it another one.
public final class BadgeDotView: UIView {
  /// The color of a badge.
  public var color = UIColor.systemRed {
    didSet { draw() }
  }

  /// The color of the badge of a muted node.
  public var mutedColor = UIColor.systemGray {
    didSet { draw() }
  }

  /// Returns the text for VoiceOver; for ``Badge/spokenText`` in the user's language.
  public var speech: (Badge) -> String? = { $0.spokenText } {
    didSet { updateAccessibility() }
  }

  private let label = UILabel()
  private var shown: Badge?
  private var contentSize = CGSize.zero

  /// Whether it is within the view that it is attached to, if it is.
  private var isInside: Bool?
  private var pins: [NSLayoutConstraint] = []
  private var follower: BadgeFollower?
  private weak var spokenFor: UIView?
  private var spokenValue: String?

  /// Creates a badge that shows nothing.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }

  /// Creates a badge that shows nothing, from a storyboard.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    setUp()
  }

  /// Moves to the corner of its superview.
  public override func didMoveToSuperview() {
    super.didMoveToSuperview()
    pin()
    updateAccessibility()
  }

  /// The size of what is shown; zero for nothing.
  public override var intrinsicContentSize: CGSize { contentSize }

  /// Rounds the badge.
  public override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = bounds
    layer.cornerRadius = min(bounds.width, bounds.height) / 2
  }

  private func setUp() {
    isUserInteractionEnabled = false
    layer.zPosition = 1
    label.textColor = .white
    label.textAlignment = .center
    label.isAccessibilityElement = false
    addSubview(label)
    registerForTraitChanges([UITraitPreferredContentSizeCategory.self]) {
      (badge: BadgeDotView, _: UITraitCollection) in badge.draw()
    }
    draw()
  }
}

// MARK: - Following

extension BadgeDotView {
  /// Shows the badge of a source, now and whenever it changes, in place of what was followed before.
  ///
  /// The first badge appears at once, without motion. The source is not kept alive; when it is deallocated,
  /// its last badge stays until something else is followed.
  public func follow(_ source: some BadgeSource) {
    stop()
    follower = BadgeFollower(source) { [weak self] in self?.show($0) }
  }

  /// Follows nothing more and shows nothing, as when a cell is reused.
  public func stop() {
    follower = nil
    shown = nil
    draw()
  }

  private func show(_ badge: Badge) {
    guard badge != shown else { return }
    let moves =
      unsafe badge.appears(after: shown) && window != nil && !UIAccessibility.isReduceMotionEnabled
    shown = badge
    draw()
    guard moves else { return }
    transform = CGAffineTransform(scaleX: 0.01, y: 0.01)
    UIView.animate(springDuration: 0.4, bounce: 0.4, options: .allowUserInteraction) {
      transform = .identity
    }
  }
}

// MARK: - Place and size

extension BadgeDotView {
  /// Puts the badge on a view, at its top trailing corner, where it stays.
  ///
  /// It moves with the view, to other windows too, and is mirrored where the view is read from right
  /// to left. Attached to another view, or added to one, it moves to that one's corner. On a scroll
  /// view, whose edges are those of its content, and on a visual effect view, which wants no
  /// subviews, attach it to a view around them.
  ///
  /// - Parameters:
  ///   - view: Any view of the app's; it keeps the badge, and is otherwise left as it is.
  ///   - isInside: Whether the badge is within the view, for one that clips what is outside; by default the
  ///     badge's middle is on the corner.
  public func attach(to view: UIView, isInside: Bool = false) {
    self.isInside = isInside
    if superview === view {
      pin()
    } else {
      view.addSubview(self)
    }
  }

  private func pin() {
    NSLayoutConstraint.deactivate(pins)
    pins = []
    guard let isInside, let superview else { return }
    translatesAutoresizingMaskIntoConstraints = false
    semanticContentAttribute = superview.semanticContentAttribute
    pins = [
      (isInside ? trailingAnchor : centerXAnchor).constraint(equalTo: superview.trailingAnchor),
      (isInside ? topAnchor : centerYAnchor).constraint(equalTo: superview.topAnchor),
    ]
    NSLayoutConstraint.activate(pins)
  }
}

// MARK: - Appearance and accessibility

extension BadgeDotView {
  private func draw() {
    let badge = shown ?? .none
    let metrics = BadgeMetrics(traits: traitCollection)
    layer.removeAllAnimations()
    transform = .identity
    isHidden = !badge.isShown
    backgroundColor = badge.isMuted ? mutedColor : color
    label.text = badge.text
    label.font = .systemFont(ofSize: metrics.fontSize, weight: .semibold)
    let size = metrics.size(of: badge, textWidth: label.intrinsicContentSize.width)
    if contentSize != CGSize(width: size.width, height: size.height) {
      contentSize = CGSize(width: size.width, height: size.height)
      invalidateIntrinsicContentSize()
    }
    updateAccessibility()
  }

  private func updateAccessibility() {
    let words = shown.flatMap(speech)
    isAccessibilityElement = words != nil
    accessibilityLabel = words
    if spokenFor !== superview {
      updateSuperview(with: nil)
      spokenFor = superview
      spokenValue = nil
    }
    updateSuperview(with: words)
  }

  /// Sets the value of the view that the badge is on, unless the app has set another one.
  private func updateSuperview(with words: String?) {
    guard let spokenFor, spokenFor.isAccessibilityElement || words == nil,
      [nil, spokenValue].contains(spokenFor.accessibilityValue)
    else { return }
    spokenValue = words
    spokenFor.accessibilityValue = words
  }
}

extension BadgeMetrics {
  /// The metrics for a text size; taken from a long length, since lengths are rounded to pixels.
  fileprivate init(traits: UITraitCollection) {
    let length = UIFontMetrics(forTextStyle: .caption2)
      .scaledValue(for: 100, compatibleWith: traits)
    self.init(scale: length / 100)
  }
}
#endif
