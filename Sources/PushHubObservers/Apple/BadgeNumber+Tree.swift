#if canImport(UserNotifications) && !os(watchOS)
public import PushHub

extension BadgeNumber {
  /// Shows the number of a badge on the app's icon: now, and from now on whenever it is another.
  ///
  /// ```swift
  /// number.follow(tree[.root])
  /// ```
  ///
  /// Until the source first knows its badge, the number is left as it is: it is of the last time
  /// that the app ran, and may be right. An app in which a user can sign out before anything is known,
  /// as without a network, sets zero itself.
  ///
  /// A dot alone is no number. Neither keeps the other alive: it ends with this object, with what is
  /// followed, and when something else is followed. The number shown then stays.
  public func follow(_ source: some BadgeSource) {
    var wasKnown = false
    following = BadgeFollower(source) { [weak self] badge in
      wasKnown = wasKnown || badge.isKnown
      if wasKnown { self?.set(badge.number) }
    }
  }
}
#endif
