/// What a view shows of a badge, and how it gets from one reading to the next.
///
/// A view keeps one for each source that it follows, and does what it says:
///
/// ```swift
/// var display = BadgeDisplay()
/// switch display.show(source.reading, isOnScreen: true, reducesMotion: reduceMotion) {
/// case .nothing: break
/// case .atOnce: draw(display.badge)
/// case .scalingIn: draw(display.badge); scaleIn()
/// }
/// ```
///
/// A badge scales in exactly when it goes from read to unread before the user's eyes: never when a
/// view is bound for the first time, never for a number that grows, never from one account to
/// another, never off the screen, and never where the user wants less motion.
public struct BadgeDisplay: Hashable, Sendable {
  /// What a view does for a reading.
  public enum Change: String, Hashable, Sendable, CaseIterable {
    /// Nothing: it shows that already.
    case nothing

    /// It draws the badge anew, without motion.
    case atOnce

    /// It draws the badge, which comes with motion.
    case scalingIn
  }

  /// What was read last; nil before the first reading.
  public private(set) var reading: BadgeReading?

  /// Shows nothing.
  public init() {}

  /// What is drawn.
  public var badge: Badge { reading?.badge ?? .none }

  /// Takes a reading, and says what is to be done.
  ///
  /// - Parameters:
  ///   - newReading: What the source says.
  ///   - isOnScreen: Whether the user can see the view.
  ///   - reducesMotion: Whether the user wants less motion; asked only when something would move.
  public mutating func show(
    _ newReading: BadgeReading,
    isOnScreen: Bool,
    reducesMotion: @autoclosure () -> Bool
  ) -> Change {
    let before = badge
    let change = newReading.change(from: reading)
    reading = newReading
    guard badge != before else { return .nothing }
    return change == .appear && isOnScreen && !reducesMotion() ? .scalingIn : .atOnce
  }
}
