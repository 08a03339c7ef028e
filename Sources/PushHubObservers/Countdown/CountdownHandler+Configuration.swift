extension CountdownHandler {
  /// What happens to the time while the app is in the background.
  public enum BackgroundPolicy: String, Hashable, Sendable {
    /// It goes on. What the system did not let happen in time happens on return.
    case continues

    /// It stands still.
    case pauses
  }

  /// How a handler counts.
  public struct Configuration: Hashable, Sendable {
    /// The time from one tick to the next, at least a millisecond.
    public var interval: Duration = .seconds(1)

    /// How many targets may be bound, at least one; the least recently bound leaves first.
    public var maximumTargets = 100

    /// What happens in the background, until the handler is told otherwise.
    public var backgroundPolicy = BackgroundPolicy.continues

    /// Starts with the defaults.
    public init() {}
  }

  /// What a replacement of all models changed.
  public struct Replacement: Hashable, Sendable {
    /// How many models are new.
    public let added: Int

    /// How many models were there and go on counting.
    public let kept: Int

    /// How many models are gone.
    public let removed: Int
  }
}
