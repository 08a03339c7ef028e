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
