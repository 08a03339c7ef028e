public import PushHub

extension PushReceipts {
  /// The sizes and times of batches of receipts.
  ///
  /// Numbers outside the bounds of a property are moved to the nearest within them.
  public struct Configuration: Sendable {
    /// The number of receipts that are sent at once, and that end the wait for others.
    ///
    /// From 1 to 1,000.
    public let batchSize: Int

    /// The longest time that a receipt waits for others.
    ///
    /// From zero to one day.
    public let longestWait: Duration

    /// The longest random delay beyond that, so that a push to all users does not bring the batches of all
    /// devices at once.
    ///
    /// From zero to one day.
    public let spread: Duration

    /// Creates a configuration with defaults.
    public init(
      batchSize: Int = 50,
      longestWait: Duration = .seconds(60),
      spread: Duration = .seconds(60)
    ) {
      self.batchSize = Bounds(1...1_000).nearest(to: batchSize)
      self.longestWait = Bounds.delay.nearest(to: longestWait)
      self.spread = Bounds.delay.nearest(to: spread)
    }
  }
}

extension PushReceipts.Configuration: RecordedConfiguration {
  /// The name of the script.
  public static let feature = "receipts"

  /// Reads when receipts are sent.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      batchSize: try JSONKey.value(.batchSize, in: values, or: Self().batchSize),
      longestWait: try JSONKey.value(.longestWait, in: values, or: Self().longestWait),
      spread: try JSONKey.value(.spread, in: values, or: Self().spread)
    )
  }
}
