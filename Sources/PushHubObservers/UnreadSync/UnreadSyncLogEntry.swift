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
