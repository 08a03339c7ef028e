public import PushHub

/// The unread messages of an account as an app shows them.
public struct UnreadState: Equatable, Sendable {
  /// The number of unread messages; zero while no account is signed in, and before it is known.
  public var count = 0

  /// Whether the count may be out of date: the last request failed, or none was answered since the account is shown.
  public var isStale = false

  /// Whether the count is known: the source has returned it, or no account is signed in after a sign-out.
  ///
  /// Before that, do not overwrite anything outside the app with it, such as the icon's number, which may still
  /// be right.
  public var isKnown = false

  /// Creates a state in which nothing is known.
  public init() {}
}

extension UnreadState {
  fileprivate var badge: Badge { Badge(.number(count), cap: 99, isKnown: isKnown) }
}

extension UnreadSync: BadgeSource {
  /// The count, as "99+" from a hundred on.
  public var badge: Badge { state.badge }

  /// The known counts of the accounts that are signed in; `nil` if none is known.
  public var accountBadges: [AccountID: Badge]? {
    let known = runtime.accountStates.filter(\.value.isKnown)
    return known.isEmpty && !state.isKnown ? nil : known.mapValues(\.badge)
  }

  /// Messages that were not read.
  public var badgeReason: String { "unread messages" }
}
