/// The bounds of durations and sizes in configurations; a value outside is moved to the nearest within.
///
/// ```swift
/// self.interval = ConfigurationBounds.interval.nearest(to: interval)
/// ```
public enum ConfigurationBounds {
  private static let day = Duration.seconds(86_400)

  /// Of repeated work, and of how long an answer may take: from one second to a day.
  public static let interval = Duration.seconds(1)...day

  /// Of a delay: from zero to a day.
  public static let delay = Duration.zero...day

  /// Of the number of bytes that are accepted: from one to a gibibyte.
  public static let byteCount = 1...(1 << 30)
}

extension ClosedRange {
  /// The nearest value within the range.
  public func nearest(to value: Bound) -> Bound {
    Swift.min(Swift.max(value, lowerBound), upperBound)
  }
}
