/// What a ``CountdownHandler`` did.
public enum CountdownLogEntry: Hashable, Sendable {
  /// A target is told how much time is left, with a tick or because it was just bound.
  case ticked(CountdownID, remaining: Duration)

  /// A model ended.
  case expired(CountdownID)

  /// A target bound to that model had to go because there were too many.
  case evicted(CountdownID)

  /// The app came back to the foreground after so long.
  case returned(after: Duration)
}
