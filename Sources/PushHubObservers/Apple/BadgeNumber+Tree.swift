#if canImport(UserNotifications) && !os(watchOS)
public import PushHub

extension BadgeNumber {
  /// Shows the number of a badge on the app's icon: now, and from now on whenever it is another.
  ///
  /// ```swift
  /// number.follow(tree, at: .root)
  /// ```
  ///
  /// Until the source first knows what it says, the number is left as it is: it is of the last time
  /// that the app ran, and may be right. From then on the icon shows what the source shows, so that
  /// another account's number goes at once. An app that lets somebody sign out before anything was
  /// known, as without a network, sets zero itself.
  ///
  /// A dot alone is no number. Neither keeps the other alive: it ends with this object, with what is
  /// followed, and when something else is followed. What was shown then stays.
  public func follow(_ source: some BadgeSource) {
    let reading = source.reading
    if reading.isKnown {
      set(reading.badge.number)
    }
    follow(source.readings.drop { !$0.isKnown }) { $0.badge.number }
  }

  /// Shows the number of a tree's node.
  public func follow(_ tree: BadgeTree, at path: BadgePath) {
    follow(tree[path])
  }
}
#endif
