#if canImport(CoreGraphics)
import CoreGraphics
#else
import Foundation
#endif

/// How the preview's card looks at one end of an animation.
struct ScreenshotCardPose: Hashable {
  /// How opaque it is.
  var opacity: CGFloat = 1

  /// How large, compared with its place.
  var scale: CGFloat = 1

  /// How far to the right of its place.
  var offset: CGFloat = 0

  /// In its place, wholly there.
  static let shown = Self()

  /// Before it appears; with reduced motion it fades and nothing else.
  static func entering(reducesMotion: Bool) -> Self {
    Self(opacity: 0, scale: reducesMotion ? 1 : 0.8)
  }

  /// When it is gone: off the edge if it was swiped there, else smaller; with reduced motion it
  /// fades where it is.
  ///
  /// - Parameters:
  ///   - outcome: Why it goes.
  ///   - position: How far from its place a finger has left it.
  ///   - departure: How far it has to go to be off the edge.
  ///   - reducesMotion: Whether the user wants less of it.
  static func leaving(
    _ outcome: ScreenshotOutcome,
    from position: CGFloat,
    departure: CGFloat,
    reducesMotion: Bool
  ) -> Self {
    if reducesMotion { return Self(opacity: 0, offset: position) }
    let wasSwiped = outcome == .cancel && position != 0
    return wasSwiped
      ? Self(opacity: 0, offset: departure) : Self(opacity: 0, scale: 0.8, offset: position)
  }

  /// How long the way out takes: no time when the app is left, since the system then keeps a
  /// picture of the screen, and nothing animates.
  static func duration(of outcome: ScreenshotOutcome) -> TimeInterval {
    outcome == .resigned ? 0 : duration
  }

  /// How long an animation takes.
  static let duration: TimeInterval = 0.25
}
