public import PushHub

/// What an app shows of new notifications.
public struct BadgeDotState: Hashable, Sendable {
  /// Who is signed in.
  public var account: AccountID?

  /// Whether there is a notification after the read mark.
  public var isShown = false

  /// Whether the account's list has been seen; before, the dot is off for want of knowledge.
  public var isKnown = false

  /// Whether the listener has failed since the last snapshot, so that more may have come.
  public var isStale = false

  /// Nobody signed in.
  public init() {}
}
