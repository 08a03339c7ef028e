public import PushHub

/// A source of the number of unread messages: the server, in an app.
///
/// ``HTTPUnreadCountSource`` is the ready-made one.
public protocol UnreadCountSource: Sendable {
  /// Asks how many messages an account has not read.
  ///
  /// The calling task is canceled when the answer is no longer wanted. No other call is under way
  /// meanwhile, unless it was canceled and has not ended yet. A call that takes longer than
  /// ``UnreadSync/Configuration/requestTimeout`` is canceled and has failed.
  ///
  /// - Returns: The number of messages; less than zero counts as zero.
  /// - Throws: Any error; one that conforms to `RetryAdvice` determines the next try.
  func unreadCount(for account: AccountID) async throws -> Int
}
