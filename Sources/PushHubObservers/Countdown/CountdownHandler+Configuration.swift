public import PushHub

extension CountdownHandler {
  /// The policy for the time while the app is in the background.
  public enum BackgroundPolicy: String, Sendable, CaseIterable, Codable {
    /// It continues. An end that was due while the process was suspended happens on return.
    case continues

    /// It is paused.
    case pauses
  }

  /// The tick, the number of targets, and the policy for the background.
  public struct Configuration: Sendable {
    /// The time from one tick to the next, at least a millisecond.
    public let interval: Duration

    /// The most targets that are bound, at least one; the least recently bound is unbound first.
    public let maximumTargets: Int

    /// The policy for the background, until ``CountdownHandler/backgroundPolicy`` is set.
    public let backgroundPolicy: BackgroundPolicy

    /// Creates a configuration; values outside the bounds are replaced by the nearest.
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

  /// Reads how a handler counts.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      interval: try JSONKey.value(.interval, in: values, or: Self().interval),
      maximumTargets: try JSONKey.value(.maximumTargets, in: values, or: Self().maximumTargets),
      backgroundPolicy: try JSONKey.value(
        .backgroundPolicy,
        in: values,
        or: Self().backgroundPolicy
      )
    )
  }
}

/// An event of a ``CountdownHandler``.
public enum CountdownEvent: FeatureEvent {
  /// A target is updated, with a tick or because it was just bound.
  case tick(id: String, remaining: Duration)

  /// A model ended.
  case expired(id: String)

  /// A target was unbound because the maximum of targets is reached; logged once.
  case limitReached(maximum: Int)

  /// A description for people.
  public var message: String {
    switch self {
    case .tick(let id, let remaining): "\(id) has \(LogText(remaining)) left"
    case .expired(let id): "\(id) has ended"
    case .limitReached(let maximum):
      """
      the least recently bound cell is no longer updated, since more than \(maximum) are bound; \
      raise maximumTargets, or unbind cells that are not shown
      """
    }
  }

  /// An error for the limit, which is a likely mistake, and a detail for an update.
  public var level: LogLevel {
    switch self {
    case .limitReached: .error
    case .tick: .debug
    default: .info
    }
  }

  /// Whether it names no model.
  public var isPublic: Bool {
    switch self {
    case .tick, .expired: false
    default: true
    }
  }
}
