import PushHub

/// The unread messages as an app shows them.
public struct UnreadState: Equatable, Sendable {
  /// The number of unread messages; zero while no account is signed in, and before it is known.
  public var count = 0

  /// Whether the last request failed, so that the count may be out of date.
  public var isStale = false

  /// Whether the count is known: the source has returned it, or no account is signed in after a sign-out.
  ///
  /// Before that, do not overwrite anything outside the app with it, such as the icon's number, which may still
  /// be right.
  public var isKnown = false

  /// Creates a state in which nothing is known.
  public init() {}
}

extension UnreadSync: BadgeSource {
  /// The count, as "99+" from a hundred on.
  public var badge: Badge { Badge(.number(state.count), cap: 99, isKnown: state.isKnown) }

  /// Messages that were not read.
  public var badgeReason: String { "unread messages" }
}
