/// What each piece of work is doing, as a plain value: it runs, or it waits.
///
/// The end of a wait is noted by the code that ends it, not by the work when its task runs. So nothing
/// that could go on ever counts as waiting.
struct WorkBook {
  /// Names a piece of work.
  typealias Number = Int

  /// What is known of a piece of work.
  struct Entry: Hashable {
    let origin: WorkOrigin

    /// What it waits for, `nil` while it runs.
    var wait: WorkWait?
  }

  /// All work that has begun and not ended.
  private(set) var entries: [Number: Entry] = [:]

  /// How much of it runs.
  private(set) var runningCount = 0

  /// How often anything has changed.
  private(set) var changeCount = 0

  private var lastNumber = 0

  /// Work has begun, and runs.
  mutating func begin(from origin: WorkOrigin) -> Number {
    lastNumber += 1
    entries[lastNumber] = Entry(origin: origin)
    runningCount += 1
    changeCount += 1
    return lastNumber
  }

  /// Work waits from now on; if it does already, it waits for something more exact.
  mutating func wait(_ number: Number, for wait: WorkWait) {
    guard let entry = entries[number] else { return }
    entries[number]?.wait = wait
    runningCount -= entry.wait == nil ? 1 : 0
    changeCount += 1
  }

  /// What work waited for has come: it counts as running, even before its task runs.
  mutating func resume(_ number: Number) {
    guard let entry = entries[number], entry.wait != nil else { return }
    entries[number]?.wait = nil
    runningCount += 1
    changeCount += 1
  }

  /// Work has ended; nothing that is told of it later counts.
  mutating func end(_ number: Number) {
    guard let entry = entries.removeValue(forKey: number) else { return }
    runningCount -= entry.wait == nil ? 1 : 0
    changeCount += 1
  }
}

/// Where work was started.
public struct WorkOrigin: Hashable, Sendable, CustomStringConvertible {
  /// The module and the file, as `#fileID` says.
  public let fileID: String

  /// The line.
  public let line: Int

  /// Names a place; by default where it is called.
  public init(fileID: String = #fileID, line: Int = #line) {
    self.fileID = fileID
    self.line = line
  }

  /// Both, as compilers write them.
  public var description: String { "\(fileID):\(line)" }
}

/// What work waits for without ``ManualScheduler/settle()`` waiting too.
public enum WorkWait: Hashable, Sendable, CustomStringConvertible {
  /// The scheduler's time.
  case time(until: ContinuousClock.Instant)

  /// Something of which the scheduler knows nothing, in ``Scheduler/standBy(_:)``.
  case outside

  /// A ``ScheduledCondition``, a ``ScheduledStream`` or the result of a delivery.
  case condition

  /// The end of other work.
  case work(WorkOrigin)

  /// What it is, in a few words.
  public var description: String {
    switch self {
    case .time: "asleep until time is advanced"
    case .outside: "standing by for something outside"
    case .condition: "for a signal"
    case .work(let origin): "for the end of the work that was started at \(origin)"
    }
  }
}
