#if canImport(UserNotifications) && !os(watchOS)
public import PushHub

extension BadgeNumber {
  /// Shows the number of a badge on the app's icon: now, and from now on whenever it is another.
  ///
  /// ```swift
  /// number.follow(tree, at: .root)
  /// ```
  ///
  /// A dot alone is no number. Neither keeps the other alive: it ends with this object, with what is
  /// followed, and when something else is followed. What was shown then stays.
  public func follow(_ source: some BadgeSource) {
    set(source.reading.badge.number)
    follow(source.readings) { $0.badge.number }
  }

  /// Shows the number of a tree's node.
  public func follow(_ tree: BadgeTree, at path: BadgePath) {
    follow(tree[path])
  }
}
#endif
