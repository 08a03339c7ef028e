public import PushHub

/// What a ``BadgeDot`` did.
public enum BadgeDotLogEntry: Hashable, Sendable {
  /// It began to listen for an account.
  case listening(AccountID)

  /// The dot came or went.
  case turned(on: Bool)

  /// The listener failed; with the delay of the next try, if one is planned.
  case failed(String, retryIn: Duration?)

  /// The account's stored mark can't be read, so that this is a first run.
  case unreadableMark(ReadMarkIssue)
}
