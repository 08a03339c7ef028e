import PushHub

extension PushReceipts {
  /// When receipts are sent.
  ///
  /// Numbers outside the bounds that each states are moved to the nearest within them.
  public struct Configuration: Hashable, Sendable {
    /// How many receipts are sent at once, and how many that wait are sent without waiting longer.
    ///
    /// From 1 to 1,000.
    public var batchSize: Int {
      didSet { batchSize = batchSize.clamped(to: Self.batchSizes) }
    }

    /// How long a receipt waits for others.
    ///
    /// From zero to one day.
    public var longestWait: Duration {
      didSet { longestWait = longestWait.clamped(to: ConfigurationBounds.delay) }
    }

    /// Over how much time batches are spread beyond that, by the first receipt's id, so that a push to
    /// everybody does not bring everybody's batch at once.
    ///
    /// From zero to one day.
    public var spread: Duration {
      didSet { spread = spread.clamped(to: ConfigurationBounds.delay) }
    }

    /// How long a request may take, whatever the endpoint does; then it has failed.
    ///
    /// From one second to one day.
    public var requestTimeout: Duration {
      didSet { requestTimeout = requestTimeout.clamped(to: ConfigurationBounds.interval) }
    }

    /// The longest delay after the first failure; it doubles with each further one.
    ///
    /// From a tenth of a second to one day.
    public var longestFirstRetry: Duration {
      didSet { longestFirstRetry = longestFirstRetry.clamped(to: ConfigurationBounds.retry) }
    }

    /// The longest delay after any number of failures.
    ///
    /// From a tenth of a second to one day.
    public var longestRetry: Duration {
      didSet { longestRetry = longestRetry.clamped(to: ConfigurationBounds.retry) }
    }

    /// Starts with the defaults, but for what is given.
    public init(
      batchSize: Int = 50,
      longestWait: Duration = .seconds(60),
      spread: Duration = .seconds(60),
      requestTimeout: Duration = .seconds(60),
      longestFirstRetry: Duration = .seconds(1),
      longestRetry: Duration = .seconds(60)
    ) {
      self.batchSize = batchSize.clamped(to: Self.batchSizes)
      self.longestWait = longestWait.clamped(to: ConfigurationBounds.delay)
      self.spread = spread.clamped(to: ConfigurationBounds.delay)
      self.requestTimeout = requestTimeout.clamped(to: ConfigurationBounds.interval)
      self.longestFirstRetry = longestFirstRetry.clamped(to: ConfigurationBounds.retry)
      self.longestRetry = longestRetry.clamped(to: ConfigurationBounds.retry)
    }

    private static let batchSizes = 1...1_000
  }
}

/// What a ``PushReceipts`` did.
public enum PushReceiptsLogEntry: Hashable, Sendable {
  /// The server has taken a batch of so many receipts.
  case sent(Int)

  /// A batch could not be sent; with the delay of the next try, if one is planned.
  case failed(String, retryIn: Duration?)

  /// The server will never take a batch of so many receipts, which is sent in halves.
  case halved(Int)

  /// The server will never take a receipt, which was given up.
  case rejected(id: String, String)

  /// A receipt could not be written down.
  case appendFailed(OutboxError)

  /// So many of the oldest receipts had to go for want of room.
  case dropped(Int)

  /// So many receipts were removed, since their account has signed out.
  case removed(Int)

  /// So many lines of the outbox were found that can't be read.
  case broken(Int)

  /// So many files of a later version were found in the outbox, and left alone.
  case newerFiles(Int)

  /// The outbox could not be read, or not be tidied up.
  case outboxFailed(OutboxError)
}

/// What has become of receipts, counted since a ``PushReceipts`` was made.
///
/// A receipt that was appended ends in one of ``sent``, ``rejected``, ``dropped``, ``removed`` and
/// ``broken``, or waits. Those of other processes, and of earlier runs, are among these too.
public struct PushReceiptsStatistics: Hashable, Sendable {
  /// How many were appended here.
  public internal(set) var appended = 0

  /// How many could not be appended.
  public internal(set) var failedAppends = 0

  /// How many the server has taken.
  public internal(set) var sent = 0

  /// How many the server will never take.
  public internal(set) var rejected = 0

  /// How many had to go for want of room, as the server was told.
  public internal(set) var dropped = 0

  /// How many were removed since their account has signed out.
  public internal(set) var removed = 0

  /// How many lines could not be read: garbage, what a process was writing when it was killed, or
  /// receipts of a later version.
  public internal(set) var broken = 0

  /// How many files of a later version were found, and left alone.
  public internal(set) var newerFiles = 0

  /// How often the outbox, or a file of it, could not be read or not be tidied up.
  public internal(set) var outboxFailures = 0
}
