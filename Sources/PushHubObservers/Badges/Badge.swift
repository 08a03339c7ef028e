public import Foundation

/// What a feature puts on a node: a number, a dot, both or nothing, or that it doesn't know yet.
public struct BadgeContent: Hashable, Sendable {
  /// The largest number that is kept; sums of any number of nodes then fit.
  public static let maximumCount = 1_000_000_000

  /// How many there are, from zero to ``maximumCount``.
  public let count: Int

  /// Whether there is something that is not counted.
  public let hasDot: Bool

  /// Whether the feature knows what there is; until then it shows nothing.
  public let isKnown: Bool

  /// Makes content; a number out of range is moved to the nearest one.
  public init(count: Int = 0, hasDot: Bool = false, isKnown: Bool = true) {
    self.count = min(max(count, 0), Self.maximumCount)
    self.hasDot = hasDot
    self.isKnown = isKnown
  }

  /// What a badge shows.
  public init(_ badge: Badge, isKnown: Bool = true) {
    self.init(count: badge.number, hasDot: badge.mark == .dot, isKnown: isKnown)
  }

  /// Nothing, and that is known.
  public static let nothing = BadgeContent()

  /// Nothing is known yet.
  public static let unknown = BadgeContent(isKnown: false)

  /// Whether there is nothing, as far as is known.
  public var isEmpty: Bool { count == 0 && !hasDot }
}

/// How a node of a ``BadgeTree`` shows what it has.
public struct BadgePolicy: Hashable, Sendable {
  /// Whether the node shows a dot instead of a number; its number still adds to the nodes above.
  public var isDotOnly: Bool

  /// Whether nothing of the node adds to the nodes above; it still shows what it has.
  public var isMuted: Bool

  /// The largest number that is shown; with 99, a hundred is "99+".
  ///
  /// Sums above are exact.
  public var cap: Int?

  /// Makes a policy; by default numbers of any size, which add upward.
  public init(isDotOnly: Bool = false, isMuted: Bool = false, cap: Int? = nil) {
    self.isDotOnly = isDotOnly
    self.isMuted = isMuted
    self.cap = cap
  }

  /// A dot instead of a number.
  public static let dotOnly = BadgePolicy(isDotOnly: true)

  /// Nothing for the nodes above.
  public static let muted = BadgePolicy(isMuted: true)

  /// Numbers up to a largest one.
  public static func capped(at cap: Int) -> BadgePolicy {
    BadgePolicy(cap: cap)
  }
}

/// What a node of a ``BadgeTree`` shows.
public struct Badge: Hashable, Sendable {
  /// What is drawn.
  public enum Mark: Hashable, Sendable {
    /// Nothing.
    case none

    /// A dot.
    case dot

    /// A number; `isCapped` if there are more than that.
    case number(Int, isCapped: Bool)
  }

  /// What is drawn.
  public let mark: Mark

  /// Whether the node is muted, so that it wants to be drawn quietly.
  public let isMuted: Bool

  /// Makes a badge.
  public init(_ mark: Mark, isMuted: Bool = false) {
    self.mark = mark
    self.isMuted = isMuted
  }

  /// Nothing.
  public static let none = Badge(.none)

  /// Whether anything is drawn.
  public var isShown: Bool { mark != .none }

  /// The number, as for the app's icon; zero for a dot.
  public var number: Int {
    if case .number(let number, _) = mark { number } else { 0 }
  }

  /// The number as text, such as "7" or "99+"; empty for a dot and for nothing.
  public var text: String {
    if case .number(let number, let isCapped) = mark {
      isCapped ? "\(number)+" : "\(number)"
    } else {
      ""
    }
  }

  init(total: Int, dots: Int, policy: BadgePolicy) {
    isMuted = policy.isMuted
    if total > 0, !policy.isDotOnly {
      let cap = max(policy.cap ?? total, 1)
      mark = .number(min(total, cap), isCapped: total > cap)
    } else {
      mark = total > 0 || dots > 0 ? .dot : .none
    }
  }
}

/// Where a node is in a ``BadgeTree``: names from the root down, as in `tabs/notifications/mentions`.
///
/// The root's path is empty. Slashes at the ends and doubled ones add nothing.
public struct BadgePath: Hashable, Sendable {
  /// The names, with slashes between.
  public let text: String

  /// Reads a path.
  public init(_ text: String) {
    let names = text.split(separator: "/")
    self.text = names.joined(separator: "/")
  }

  /// The path of the root.
  public static let root = BadgePath("")

  /// The path one level up; nil for the root.
  public var parent: BadgePath? {
    guard !text.isEmpty else { return nil }
    return BadgePath(String(text[..<(text.lastIndex(of: "/") ?? text.startIndex)]))
  }
}

extension BadgePath: ExpressibleByStringInterpolation, CustomStringConvertible {
  /// Reads a path from a literal, such as `"tabs/chat/\(room)"`.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// The names, with slashes between.
  public var description: String { text }
}

/// One reason why a node shows something: a node at or below it that a feature has put content on.
public struct BadgeCause: Hashable, Sendable {
  /// Where the content is.
  public let path: BadgePath

  /// The content.
  public let content: BadgeContent

  /// Since when there has been content, without a break.
  public let since: Date

  /// What the feature said when it put it there.
  public let reason: String
}

extension BadgeCause: CustomStringConvertible {
  /// A sentence for a log or a debug menu.
  public var description: String {
    let what = [
      content.count > 0 ? "\(content.count)" : nil, content.hasDot ? "a dot" : nil,
    ].compactMap { $0 }.joined(separator: " and ")
    return "\(path.text.isEmpty ? "The root" : path.text) has \(what) since "
      + "\(since.formatted(.iso8601)): \(reason)"
  }
}
