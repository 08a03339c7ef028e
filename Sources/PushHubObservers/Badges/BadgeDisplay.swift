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

/// What an assistive technology says for a badge.
///
/// In English by default; an app gives its localised texts, with the plural forms of its strings
/// catalogue:
///
/// ```swift
/// BadgeSpeech(
///   dot: String(localized: "Unread"),
///   number: { String(localized: "\($0) unread") },
///   moreThan: { String(localized: "More than \($0) unread") }
/// )
/// ```
public struct BadgeSpeech: Sendable {
  /// Said for a dot.
  public var dot: String

  /// Said for a number.
  public var number: @Sendable (Int) -> String

  /// Said for a number that is written with a plus: there are more than that.
  public var moreThan: @Sendable (Int) -> String

  /// Makes texts.
  public init(
    dot: String = "Unread",
    number: @escaping @Sendable (Int) -> String = { "\($0) unread" },
    moreThan: @escaping @Sendable (Int) -> String = { "More than \($0) unread" }
  ) {
    self.dot = dot
    self.number = number
    self.moreThan = moreThan
  }

  /// What is said for a badge; nil for one that shows nothing, which is not to be found at all.
  public func label(for badge: Badge) -> String? {
    switch badge.mark {
    case .none: nil
    case .dot: dot
    case .number(let count, isCapped: false): number(count)
    case .number(let count, isCapped: true): moreThan(count)
    }
  }
}
