public import PushHub

/// What a badge says at one moment, and of whom.
///
/// Views compare two of them to tell a change that the user could have seen from one that only looks
/// like it: a first snapshot, or another account.
public struct BadgeReading: Hashable, Sendable {
  /// What is to be drawn.
  public let badge: Badge

  /// Whose badge it is; nil also where nobody asks, as on a node of a tree.
  public let account: AccountID?

  /// Whether anything is known yet; until then the badge is off.
  public let isKnown: Bool

  /// Makes a reading.
  ///
  /// - Parameters:
  ///   - badge: What is to be drawn.
  ///   - account: Whose badge it is.
  ///   - isKnown: Whether anything is known yet.
  public init(_ badge: Badge, account: AccountID? = nil, isKnown: Bool = true) {
    self.badge = badge
    self.account = account
    self.isKnown = isKnown
  }

  /// What happens to the badge between a reading and this one, as the user could have seen it.
  ///
  /// Nothing where there was no reading before, where nothing was known before or is now, and from
  /// one account to another.
  public func change(from old: BadgeReading?) -> BadgeEffect.Kind {
    guard let old, old.isKnown, isKnown, old.account == account,
      old.badge.isShown != badge.isShown
    else { return .none }
    return badge.isShown ? .appear : .disappear
  }
}

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
}
