/// The bounds of a value in a configuration.
///
/// ```swift
/// self.interval = Bounds.interval.nearest(to: interval)
/// ```
public struct Bounds<Value: Comparable & Sendable>: Sendable {
  private let range: ClosedRange<Value>

  /// Creates bounds that a value may have.
  public init(_ range: ClosedRange<Value>) {
    self.range = range
  }

  /// Returns the nearest value within the bounds.
  public func nearest(to value: Value) -> Value {
    min(max(value, range.lowerBound), range.upperBound)
  }
}

extension Bounds<Duration> {
  /// The bounds of repeated work, and of the time that an answer may take: from one second to a day.
  public static var interval: Self { Self(.seconds(1) ... .seconds(86_400)) }

  /// The bounds of a delay: from zero to a day.
  public static var delay: Self { Self(.zero ... .seconds(86_400)) }
}

extension Bounds<Int> {
  /// The bounds of the number of bytes that are accepted: from one to a gibibyte.
  public static var byteCount: Self { Self(1...(1 << 30)) }
}
