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

/// What a countdown handler has done, as counts since its start.
public struct CountdownStatistics: Hashable, Sendable {
  /// How often an alarm of the handler's woke the app.
  public var wakeUps = 0

  /// Ticks, each for all targets together.
  public var ticks = 0

  /// Calls of targets: when bound, with a tick, and when their model ended.
  public var updates = 0

  /// Models that ended, each told once.
  public var ends = 0

  /// Models whose end was told more than a tenth of a second after it.
  public var lateEnds = 0

  /// Targets that had to go because there were too many.
  public var evictions = 0

  /// Targets that died bound.
  public var diedTargets = 0

  /// Nothing done.
  public init() {}
}
