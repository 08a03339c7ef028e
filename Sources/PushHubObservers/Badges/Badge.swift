/// A badge on a tab, a view or the app's icon: nothing, a dot or a number.
///
/// A feature has one, and a node of a ``BadgeTree`` has the sum of those at and below it.
public struct Badge: Hashable, Sendable {
  /// The mark that is drawn.
  public enum Mark: Hashable, Sendable {
    /// No mark.
    case none

    /// A dot.
    case dot

    /// A number from one on; see also ``Badge/cap``.
    case number(Int)
  }

  /// The mark that is drawn.
  public let mark: Mark

  /// The largest number that is shown; with 99, a hundred is "99+".
  public let cap: Int?

  /// Whether the node is muted, so that views draw it in another color.
  public let isMuted: Bool

  /// Whether everything that it consists of is known.
  public let isKnown: Bool

  /// Creates a badge.
  ///
  /// A number below one becomes nothing, and one above a thousand million becomes a thousand million, so that
  /// sums don't overflow.
  public init(_ mark: Mark, cap: Int? = nil, isMuted: Bool = false, isKnown: Bool = true) {
    self.mark =
      switch mark {
      case .number(let number): number > 0 ? .number(min(number, Self.maximumNumber)) : .none
      default: mark
      }
    self.cap = cap.map { max($0, 1) }
    self.isMuted = isMuted
    self.isKnown = isKnown
  }

  static let maximumNumber = 1_000_000_000

  /// A badge without a mark.
  public static let none = Badge(.none)

  /// A dot.
  public static let dot = Badge(.dot)

  /// A badge without a mark, until a feature knows what it has.
  public static let unknown = Badge(.none, isKnown: false)

  /// A number; nothing for zero.
  public static func number(_ number: Int) -> Badge { Badge(.number(number)) }
}

// MARK: - Appearance and accessibility

extension Badge {
  /// Whether anything is drawn.
  public var isShown: Bool { mark != .none }

  /// The number up to the ``cap``, as for the app's icon; zero for a dot.
  public var number: Int {
    if case .number(let number) = mark { min(number, cap ?? number) } else { 0 }
  }

  /// Whether there are more than the ``number``.
  public var isCapped: Bool {
    if case .number(let all) = mark { all > number } else { false }
  }

  /// The number as text, such as "7" or "99+"; empty for a dot and for nothing.
  public var text: String {
    number > 0 ? "\(number)\(isCapped ? "+" : "")" : ""
  }

  /// The badge as text, as on tabs: a dot is "●"; `nil` for nothing.
  package var tabText: String? { isShown ? mark == .dot ? "●" : text : nil }

  /// The accessibility label, in English; `nil` for nothing.
  ///
  /// Views accept the app's own text in its place.
  public var spokenText: String? {
    switch mark {
    case .none: nil
    case .dot: "Unread"
    case .number: isCapped ? "More than \(number) unread" : "\(number) unread"
    }
  }

  /// Whether it appears when it replaces another badge in a view: from read to unread, both known.
  ///
  /// Only that is animated: the first badge of a view, a larger number and an unknown badge are not.
  ///
  /// - Parameter old: The badge that the view shows; `nil` before it shows anything.
  public func appears(after old: Badge?) -> Bool {
    guard let old else { return false }
    return old.isKnown && isKnown && isShown && !old.isShown
  }
}

/// The way in which a node of a ``BadgeTree`` shows what it has.
public struct BadgePolicy: Equatable, Sendable {
  /// Whether the node shows a dot instead of a number; its number still adds to the nodes above.
  public var isDotOnly: Bool

  /// Whether nothing of the node adds to the nodes above; it still shows what it has.
  public var isMuted: Bool

  /// The largest number that is shown; with 99, a hundred is "99+".
  ///
  /// Sums above are exact.
  public var cap: Int?

  /// Creates a policy; by default numbers of any size, which add upward.
  public init(isDotOnly: Bool = false, isMuted: Bool = false, cap: Int? = nil) {
    self.isDotOnly = isDotOnly
    self.isMuted = isMuted
    self.cap = cap
  }
}

/// The size of a badge for the text size that the user has chosen, in points.
///
/// Lengths grow together, up to twice the usual, so that a badge doesn't cover what it is on.
struct BadgeMetrics {
  /// The factor by which everything is larger than usual.
  let scale: Double

  /// - Parameter scale: The scaled value of one point at the user's text size.
  init(scale: Double) {
    self.scale = min(max(scale, 0.8), 2)
  }

  var fontSize: Double { 12 * scale }

  /// The room before and after a number.
  var padding: Double { 5 * scale }

  func size(of badge: Badge, textWidth: Double = 0) -> (width: Double, height: Double) {
    switch badge.mark {
    case .none: (0, 0)
    case .dot: (10 * scale, 10 * scale)
    case .number: (max(18 * scale, textWidth + 2 * padding), 18 * scale)
    }
  }
}
