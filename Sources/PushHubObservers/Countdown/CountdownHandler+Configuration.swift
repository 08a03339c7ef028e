extension CountdownHandler {
  /// What happens to the time while the app is in the background.
  public enum BackgroundPolicy: String, Hashable, Sendable, CaseIterable, Codable {
    /// It goes on. What the system did not let happen in time happens on return.
    case continues

    /// It stands still.
    case pauses
  }

  /// How a handler counts.
  ///
  /// ```swift
  /// let configuration = CountdownHandler.Configuration(interval: .milliseconds(100))
  /// ```
  public struct Configuration: Hashable, Sendable {
    /// The time from one tick to the next, at least a millisecond.
    public var interval: Duration

    /// How many targets may be bound, at least one; the least recently bound leaves first.
    public var maximumTargets: Int

    /// What happens in the background, until the handler is told otherwise.
    public var backgroundPolicy: BackgroundPolicy

    /// Says how a handler counts.
    ///
    /// - Parameters:
    ///   - interval: The time from one tick to the next.
    ///   - maximumTargets: How many targets may be bound.
    ///   - backgroundPolicy: What happens in the background.
    public init(
      interval: Duration = .seconds(1),
      maximumTargets: Int = 100,
      backgroundPolicy: BackgroundPolicy = .continues
    ) {
      self.interval = interval
      self.maximumTargets = maximumTargets
      self.backgroundPolicy = backgroundPolicy
    }
  }

  /// What a replacement of all models of a list changed.
  public struct Replacement: Hashable, Sendable {
    /// How many models are new.
    public let added: Int

    /// How many models were there and go on counting.
    public let kept: Int

    /// How many models were there and end at another date now.
    public let moved: Int

    /// How many models are gone.
    public let removed: Int
  }
}
