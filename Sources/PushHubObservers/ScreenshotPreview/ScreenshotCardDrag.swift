#if canImport(CoreGraphics)
import CoreGraphics
#else
import Foundation
#endif

/// A drag of the preview's card by one finger, from coming down to leaving.
///
/// A finger that moves by 10 points at most is a tap. One that leaves toward the nearest edge, which is the
/// leading one, by 24 points or more closes the card; whatever else it does means nothing.
struct ScreenshotCardDrag {
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
    hasMoved = hasMoved || max(abs(way.width), abs(way.height)) > 10
  }

  /// The distance that the card moves, positive to the right: with the finger toward the edge, and a quarter of
  /// its way away from it.
  var offset: CGFloat {
    guard hasMoved else { return 0 }
    return distanceToEdge > 0 ? way.width : way.width / 4
  }

  /// The touch that results if the finger leaves now; `nil` for none.
  var end: ScreenshotTouch? {
    guard hasMoved else { return .tap }
    let isAcross = abs(way.width) > abs(way.height)
    return isAcross && distanceToEdge >= 24 ? .outside : nil
  }

  private var distanceToEdge: CGFloat { isRightToLeft ? way.width : -way.width }
}

/// The appearance of the preview's card at one end of an animation.
struct ScreenshotCardPose: Equatable {
  /// The opacity.
  var opacity: CGFloat = 1

  /// The size, compared with its place.
  var scale: CGFloat = 1

  /// The distance to the right of its place.
  var offset: CGFloat = 0

  /// The duration of an animation.
  static let duration = 0.25

  /// The card in its place, fully visible.
  static let shown = Self()

  /// The card before it appears, or when it is gone, where a finger has left it; with reduced motion it only
  /// fades.
  static func hidden(at offset: CGFloat = 0, reducesMotion: Bool) -> Self {
    Self(opacity: 0, scale: reducesMotion ? 1 : 0.8, offset: offset)
  }
}
