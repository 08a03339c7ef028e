public import PushHub

extension CountdownHandler {
  /// What happens to the time while the app is in the background.
  public enum BackgroundPolicy: String, Sendable, CaseIterable, Codable {
    /// It goes on. What was due while the process was suspended happens on return.
    case continues

    /// It is paused.
    case pauses
  }

  /// How a handler counts.
  ///
  /// ```swift
  /// let configuration = CountdownHandler.Configuration(interval: .milliseconds(100))
  /// ```
  public struct Configuration: Sendable {
    /// The time from one tick to the next, at least a millisecond.
    public let interval: Duration

    /// How many targets may be bound, at least one; the least recently bound is unbound first.
    public let maximumTargets: Int

    /// What happens in the background, until ``CountdownHandler/backgroundPolicy`` is set.
    public let backgroundPolicy: BackgroundPolicy

    /// Makes a configuration.
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
      self.interval = max(.milliseconds(1), interval)
      self.maximumTargets = max(1, maximumTargets)
      self.backgroundPolicy = backgroundPolicy
    }
  }
}

extension CountdownHandler.Configuration: RecordedConfiguration {
  /// The name of the script.
  public static let feature = "countdown"

  private enum CodingKeys: CodingKey {
    case interval, maximumTargets, backgroundPolicy
  }

  /// Reads how a handler counts.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let standard = Self()
    self.init(
      interval: try values.value(forKey: .interval, or: standard.interval),
      maximumTargets: try values.value(forKey: .maximumTargets, or: standard.maximumTargets),
      backgroundPolicy: try values.value(forKey: .backgroundPolicy, or: standard.backgroundPolicy)
    )
  }
}

/// What a ``CountdownHandler`` did.
public enum CountdownEvent: FeatureEvent {
  /// A target is updated, with a tick or because it was just bound.
  case tick(CountdownID, remaining: Duration)

  /// A model ended.
  case expired(CountdownID)

  /// A target was unbound because the maximum of targets is reached; logged once.
  case limitReached(Int)

  /// The name.
  public var name: String {
    switch self {
    case .tick: "tick"
    case .expired: "expired"
    case .limitReached: "limitReached"
    }
  }

  /// What stands in its JSON.
  public var fields: KeyValuePairs<String, JSONValue?> {
    switch self {
    case .tick(let id, let remaining):
      ["id": .string(id.rawValue), "remaining": .number(remaining.secondsNumber)]
    case .expired(let id): ["id": .string(id.rawValue)]
    case .limitReached(let maximum): ["maximum": .number(JSONNumber(maximum))]
    }
  }

  /// What happened, for people.
  public var message: String {
    switch self {
    case .tick(let id, let remaining): "\(id.rawValue): \(remaining.text) left"
    case .expired(let id): "\(id.rawValue) is over"
    case .limitReached(let maximum):
      """
      the least recently bound cell is no longer updated, since more than \(maximum) are bound; \
      raise maximumTargets, or unbind cells that are not shown
      """
    }
  }
}
