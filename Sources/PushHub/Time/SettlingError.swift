/// Why ``ManualScheduler/settle(idleTurnLimit:)`` gave up: work is under way, but nothing happens.
public struct SettlingError: Error, Hashable, Sendable {
  /// A piece of work that had not ended.
  public struct Work: Hashable, Sendable {
    /// Where it was started.
    public let origin: WorkOrigin

    /// What it waits for; `nil` when the scheduler knows of no wait.
    public let wait: WorkWait?

    /// Whether its task was cancelled.
    public let isCancelled: Bool

    /// Describes a piece of work.
    public init(origin: WorkOrigin, wait: WorkWait?, isCancelled: Bool) {
      self.origin = origin
      self.wait = wait
      self.isCancelled = isCancelled
    }

    /// Whether settling waits for it.
    public var isAwaited: Bool { wait == nil || isCancelled }
  }

  /// For how many turns nothing had happened.
  public let turns: Int

  /// All work that had not ended, in the order in which it was started.
  public let works: [Work]

  /// Describes a failure.
  public init(turns: Int, works: [Work]) {
    self.turns = turns
    self.works = works
  }
}

extension SettlingError: CustomStringConvertible {
  /// What is waiting, where it was started, and what to do.
  public var description: String {
    let awaited = works.filter(\.isAwaited).map {
      "Work that was started at \($0.origin) \($0.doing)"
    }
    let others = works.filter { !$0.isAwaited }.map {
      "\($0.origin) (\($0.wait?.description ?? ""))"
    }
    let rest =
      others.isEmpty ? "" : "\nOther work waits as it may: \(others.joined(separator: ", "))."
    return """
      Settling gave up after \(turns) turns in which nothing happened.
      \(awaited.joined(separator: "\n"))\(rest)
      """
  }
}

extension SettlingError.Work {
  fileprivate var doing: String {
    guard let wait else {
      return """
        is under way, or waits for something that the scheduler doesn't know: let it wait in \
        sleep, in standBy, or for a ScheduledCondition or ScheduledStream.
        """
    }
    return "was cancelled, but still waits (\(wait)): let that wait end when it is cancelled."
  }
}
