/// What an app shows of unread messages.
public struct UnreadState: Equatable, Sendable {
  /// How many messages are unread; zero while nobody is signed in, and before it is known.
  public var count = 0

  /// Whether the last request failed, so that the count may be out of date.
  public var isStale = false

  /// Whether the count has been learnt: the account's source has answered, or its user signed out.
  ///
  /// Before that nothing outside the app, such as the icon's number, should be overwritten with it:
  /// at a launch it may be right, and stay so for as long as the server can't be reached.
  public var isKnown = false

  /// Nothing known.
  public init() {}
}

extension UnreadSync: BadgeSource {
  /// The count, as "99+" from a hundred on.
  public var badge: Badge { Badge(.number(state.count), cap: 99, isKnown: state.isKnown) }

  /// Messages that were not read.
  public var badgeReason: String { "unread messages" }
}
