import PushHub

extension PushReceipts {
  /// When receipts are sent.
  ///
  /// Numbers outside the bounds that each states are moved to the nearest within them.
  public struct Configuration: Sendable {
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

    /// Starts with the defaults, but for what is given.
    public init(
      batchSize: Int = 50,
      longestWait: Duration = .seconds(60),
      spread: Duration = .seconds(60)
    ) {
      self.batchSize = batchSize.clamped(to: 1...1_000)
      self.longestWait = longestWait.clamped(to: ConfigurationBounds.delay)
      self.spread = spread.clamped(to: ConfigurationBounds.delay)
    }
  }
}
