public import PushHub

extension PushReceipts {
  /// When receipts are sent.
  ///
  /// Numbers outside the bounds of a property are moved to the nearest within them.
  public struct Configuration: Sendable {
    /// How many receipts are sent at once, and how many end the wait for others.
    ///
    /// From 1 to 1,000.
    public let batchSize: Int

    /// How long a receipt waits for others.
    ///
    /// From zero to one day.
    public let longestWait: Duration

    /// The longest random delay beyond that, so that a push to all users does not bring the batches of all
    /// devices at once.
    ///
    /// From zero to one day.
    public let spread: Duration

    /// Makes a configuration with defaults.
    public init(
      batchSize: Int = 50,
      longestWait: Duration = .seconds(60),
      spread: Duration = .seconds(60)
    ) {
      self.batchSize = (1...1_000).nearest(to: batchSize)
      self.longestWait = ClosedRange.delay.nearest(to: longestWait)
      self.spread = ClosedRange.delay.nearest(to: spread)
    }
  }
}

extension PushReceipts.Configuration: RecordedConfiguration {
  /// The name of the script.
  public static let feature = "receipts"

  private enum CodingKeys: CodingKey {
    case batchSize, longestWait, spread
  }

  /// Reads when receipts are sent.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let standard = Self()
    self.init(
      batchSize: try values.value(forKey: .batchSize, or: standard.batchSize),
      longestWait: try values.value(forKey: .longestWait, or: standard.longestWait),
      spread: try values.value(forKey: .spread, or: standard.spread)
    )
  }
}
