/// How a view goes from one state of the dot to the next: with an appearance, or at once.
///
/// A view keeps the state that it shows and asks for the effect when it gets another:
///
/// ```swift
/// let effect = BadgeEffect(from: shown, to: badge.state, reducesMotion: reduceMotion)
/// shown = badge.state
/// if effect.kind == .appear { announce(effect.spokenLabel) }
/// ```
///
/// An effect belongs to a change between read and unread that the user could have seen. There is
/// none when a view is bound for the first time, none for the first snapshot of an account, and
/// none from one account to another.
public struct BadgeEffect: Hashable, Sendable {
  /// What happens to the dot.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Nothing that is to be seen happening.
    case none

    /// The dot comes.
    case appear

    /// The dot goes.
    case disappear
  }

  /// What an assistive technology says for the dot.
  public struct Labels: Hashable, Sendable {
    /// Said while the dot is shown.
    public var unread: String

    /// Said while it is not.
    public var read: String

    /// Makes labels, in English by default; an app gives its localised ones.
    public init(unread: String = "New notifications", read: String = "No new notifications") {
      self.unread = unread
      self.read = read
    }
  }

  /// What happens to the dot.
  public let kind: Kind

  /// Whether it moves while that happens; never where the user wants less motion.
  public let isAnimated: Bool

  /// What an assistive technology says for the new state; worth announcing unless ``kind`` is none.
  public let spokenLabel: String

  /// Tells the effect of a change.
  ///
  /// - Parameters:
  ///   - old: What the view shows; nil when it is bound for the first time.
  ///   - new: What it is to show.
  ///   - reducesMotion: Whether the user wants less motion.
  ///   - labels: What is said.
  public init(
    from old: BadgeDotState?,
    to new: BadgeDotState,
    reducesMotion: Bool = false,
    labels: Labels = Labels()
  ) {
    spokenLabel = new.isShown ? labels.unread : labels.read
    kind = BadgeReading(new).change(from: old.map { BadgeReading($0) })
    isAnimated = kind != .none && !reducesMotion
  }
}
