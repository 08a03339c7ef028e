/// What an app shows of unread messages.
public struct UnreadState: Hashable, Sendable {
  /// How many messages are unread; zero while nobody is signed in.
  public var count = 0

  /// Whether the source has answered for this account; before, zero stands for want of knowledge.
  public var isKnown = false

  /// Whether the last request failed, so that the count may be out of date.
  public var isStale = false

  /// Nothing unread.
  public init() {}
}
