import PushHub

extension PushReceipts {
  /// When receipts are sent.
  ///
  /// Numbers outside the bounds that each states are moved to the nearest within them.
  public struct Configuration: Hashable, Sendable {
    /// How many receipts are sent at once, and how many that wait are sent without waiting longer.
    ///
    /// From 1 to 1,000.
    public let batchSize: Int

    /// How long a receipt waits for others.
    ///
    /// From zero to one day.
    public let longestWait: Duration

    /// Over how much time batches are spread beyond that at random, so that a push to everybody does not
    /// bring everybody's batch at once.
    ///
    /// From zero to one day.
    public let spread: Duration

    /// How long a request may take, whatever the endpoint does; then it has failed.
    ///
    /// From one second to one day.
    public let requestTimeout: Duration

    /// The longest delay after the first failure; it doubles with each further one.
    ///
    /// From a tenth of a second to one day.
    public let longestFirstRetry: Duration

    /// The longest delay after any number of failures.
    ///
    /// From a tenth of a second to one day.
    public let longestRetry: Duration

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

  /// A batch could not be sent, or what was sent could not be removed; with the delay of the next try, if
  /// one is planned.
  case failed(String, retryIn: Duration?)

  /// The server will never take a batch of so many receipts, which is sent in halves.
  case halved(Int)

  /// The server will never take a receipt, which was given up.
  case rejected(id: String, String)

  /// So many of the oldest receipts had to go for want of room.
  case dropped(Int)

  /// So many receipts were removed, since their account has signed out.
  case removed(Int)

  /// So many files of the outbox could not be decoded, and were removed.
  case broken(Int)

  /// A receipt could not be written, or those of an account that has signed out not be removed.
  case outboxFailed(String)
}
