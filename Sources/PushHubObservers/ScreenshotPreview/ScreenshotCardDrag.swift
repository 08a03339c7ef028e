#if canImport(CoreGraphics)
import CoreGraphics
#else
import Foundation
#endif

/// What one finger does on the preview's card, from coming down to leaving, and where the card goes.
///
/// A finger that hardly moves is a tap. One that leaves towards the nearest edge, which is the
/// leading one, closes the card; whatever else it does means nothing.
struct ScreenshotCardDrag {
  /// How far a finger trembles in a tap; in points.
  static let slop: CGFloat = 10

  /// How far it has to go to close; in points.
  static let closingDistance: CGFloat = 24

  /// How much of its way the card goes along away from the edge.
  static let reluctance: CGFloat = 0.25

  /// Whether the edge is on the right.
  let isRightToLeft: Bool

  private let start: CGPoint
  private var way = CGSize.zero
  private var hasMoved = false

  /// Begins where the finger comes down, in coordinates that do not move with the card.
  init(from start: CGPoint, isRightToLeft: Bool) {
    self.start = start
    self.isRightToLeft = isRightToLeft
  }

  /// Takes where the finger is now.
  mutating func move(to position: CGPoint) {
    way = CGSize(width: position.x - start.x, height: position.y - start.y)
    hasMoved = hasMoved || max(abs(way.width), abs(way.height)) > Self.slop
  }

  /// How far the card goes along, positive to the right: with the finger towards the edge, and
  /// reluctantly away from it.
  var offset: CGFloat {
    guard hasMoved else { return 0 }
    return distanceToEdge > 0 ? way.width : way.width * Self.reluctance
  }

  /// What it means if the finger leaves now; `nil` for nothing.
  var end: ScreenshotTouch? {
    guard hasMoved else { return .tap }
    let isAcross = abs(way.width) > abs(way.height)
    return isAcross && distanceToEdge >= Self.closingDistance ? .outside : nil
  }

  private var distanceToEdge: CGFloat { isRightToLeft ? way.width : -way.width }
}

/// How the preview's card looks at one end of an animation.
struct ScreenshotCardPose: Equatable {
  /// How opaque it is.
  var opacity: CGFloat = 1

  /// How large, compared with its place.
  var scale: CGFloat = 1

  /// How far to the right of its place.
  var offset: CGFloat = 0

  /// How long an animation takes.
  static let duration = 0.25

  /// In its place, wholly there.
  static let shown = Self()

  /// Before it appears, or when it is gone, where a finger has left it; with reduced motion it fades
  /// and nothing else.
  static func hidden(at offset: CGFloat = 0, reducesMotion: Bool) -> Self {
    Self(opacity: 0, scale: reducesMotion ? 1 : 0.8, offset: offset)
  }
}
