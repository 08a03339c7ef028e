/// How large a badge is drawn for the text size that the user has chosen.
///
/// All lengths are in points, and grow together. They stop growing at twice their usual length, so
/// that a badge doesn't cover what it is on.
public struct BadgeMetrics: Hashable, Sendable {
  /// How much larger than usual everything is, from 0.8 to 2.
  public let scale: Double

  /// Makes metrics.
  ///
  /// - Parameter scale: What a length of one point is at the user's text size, as from
  ///   `UIFontMetrics` or `ScaledMetric`.
  public init(scale: Double = 1) {
    self.scale = min(max(scale, 0.8), 2)
  }

  /// The diameter of a dot.
  public var dotDiameter: Double { 10 * scale }

  /// The size of a number's font.
  public var fontSize: Double { 12 * scale }

  /// The height of a badge with a number, and its least width.
  public var height: Double { 18 * scale }

  /// The room before and after a number.
  public var padding: Double { 5 * scale }

  /// How wide and high a badge is; both are zero for one that shows nothing.
  ///
  /// - Parameters:
  ///   - badge: What is drawn.
  ///   - textWidth: The width of its text in the font.
  public func size(of badge: Badge, textWidth: Double = 0) -> (width: Double, height: Double) {
    switch badge.mark {
    case .none: (0, 0)
    case .dot: (dotDiameter, dotDiameter)
    case .number: (max(height, textWidth + 2 * padding), height)
    }
  }
}
