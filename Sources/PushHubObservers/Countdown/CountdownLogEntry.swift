/// What a ``CountdownHandler`` did; a list without a name is the handler's own.
public enum CountdownLogEntry: Hashable, Sendable {
  /// A target is told how much time is left, with a tick or because it was just bound.
  case ticked(CountdownID, list: String? = nil, remaining: Duration)

  /// A model ended.
  case expired(CountdownID, list: String? = nil)

  /// A target bound to that model had to go because there were too many.
  case evicted(CountdownID, list: String? = nil)

  /// Another callback took the place of the one that was told of a list's ends.
  case expiryReplaced(list: String? = nil)

  /// The app came back to the foreground after so long.
  case returned(after: Duration)
}
