/// Counts of what a notification manager has done since its start.
///
/// Log entries are counted by their code: `statistics[.merged]`. No event is lost without being counted:
/// whenever no event is being delivered, `opened` and `[.held]` together equal the sum of `collected`,
/// `handled`, `[.expired]`, `[.overflowed]`, `[.signedOut]` and `waiting`.
public struct PushStatistics: Equatable, Sendable {
  /// Distinct pushes, each delivered to observers once.
  public var received = 0

  /// Responses, each delivered once.
  public var opened = 0

  /// Responses that a responder has handled.
  public var handled = 0

  /// Pending events that an observer has received on attaching, or that a stream's consumer has read.
  public var collected = 0

  /// Events that are pending now, and responses that no responder has handled.
  public var waiting = 0

  private var counts: [PushLogEntry.Code: Int] = [:]

  /// The number of log entries with a code, whether or not a log is set.
  public internal(set) subscript(code: PushLogEntry.Code) -> Int {
    get { counts[code, default: 0] }
    set { counts[code] = newValue }
  }
}
