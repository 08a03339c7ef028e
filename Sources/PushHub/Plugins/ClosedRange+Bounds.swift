// The bounds of durations and sizes in configurations:
//
//     self.interval = ClosedRange.interval.nearest(to: interval)

extension ClosedRange {
  /// The nearest value within the range.
  public func nearest(to value: Bound) -> Bound {
    Swift.min(Swift.max(value, lowerBound), upperBound)
  }
}

extension ClosedRange<Duration> {
  /// The bounds of repeated work, and of how long an answer may take: from one second to a day.
  public static var interval: Self { .seconds(1)...delay.upperBound }

  /// The bounds of a delay: from zero to a day.
  public static var delay: Self { .zero ... .seconds(86_400) }
}

extension ClosedRange<Int> {
  /// The bounds of the number of bytes that are accepted: from one to a gibibyte.
  public static var byteCount: Self { 1...(1 << 30) }
}
