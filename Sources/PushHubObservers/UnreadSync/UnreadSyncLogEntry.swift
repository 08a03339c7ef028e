/// What an ``UnreadSync`` did.
public enum UnreadSyncLogEntry: Hashable, Sendable {
  /// A request began.
  case began(UnreadSyncReason)

  /// The count changed.
  case counted(Int)

  /// A request failed; with the delay of the next try, if one is planned.
  ///
  /// In the background the next try waits for the return, and has no delay yet.
  case failed(String, retryIn: Duration?)
}

/// Why the unread count is being asked for.
public enum UnreadSyncReason: String, Hashable, Sendable, CaseIterable {
  /// A push was received.
  case push

  /// A tracked page is visible, and the last sync began an interval ago.
  case interval

  /// A tracked page appeared for the first time for this account.
  case firstAppearance

  /// The user came back to a tracked page after more than an interval away.
  case `return`

  /// The account changed while a tracked page was visible.
  case account

  /// The last request failed.
  case retry

  /// The app asked.
  case request

  /// The system gave the app time in the background.
  case background
}
