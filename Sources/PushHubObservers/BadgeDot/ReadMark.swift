/// How far an account has read.
///
/// Marks only grow: two of them, from two devices for example, merge to the greater.
public enum ReadMark: Hashable, Comparable, Sendable {
  /// Nothing is read, and the app has been used before: whatever comes is new.
  case nothing

  /// Everything up to a notification is read, and that one too.
  case upTo(NotificationCursor)
}

extension ReadMark {
  /// Whether a notification is read.
  func covers(_ cursor: NotificationCursor) -> Bool {
    .upTo(cursor) <= self
  }
}
