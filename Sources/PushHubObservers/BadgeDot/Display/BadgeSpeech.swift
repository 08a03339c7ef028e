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
