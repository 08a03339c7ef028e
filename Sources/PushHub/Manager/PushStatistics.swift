/// What a notification manager has done with all that it was shown, as counts since its start.
///
/// What is logged is counted by its code: `statistics[.merged]`. The counts add up whenever
/// nothing is being told, so that no event is lost without being counted: `opened` and `[.held]` are
/// together `collected`, `handled`, `[.expired]`, `[.overflowed]`, `[.signedOut]` and `waiting`.
public struct PushStatistics: Equatable, Sendable {
  /// Distinct pushes, each delivered to observers once.
  public var received = 0

  /// Responses of the user, each delivered once.
  public var opened = 0

  /// Responses that a responder has handled.
  public var handled = 0

  /// Held events that an observer has heard on attaching, or that a stream's consumer has read.
  public var collected = 0

  /// Events that wait now: held ones, and responses that no responder has handled.
  public var waiting = 0

  private var counts: [PushLogEntry.Code: Int] = [:]

  /// Starts at zero.
  init() {}

  /// How often something of a code has happened, whether or not anybody reads the log.
  public internal(set) subscript(code: PushLogEntry.Code) -> Int {
    get { counts[code, default: 0] }
    set { counts[code] = newValue }
  }
}
