/// How far the numbers of a configuration may go; what lies outside is moved to the nearest inside.
///
/// The same everywhere: in the initialiser, with ``Swift/Comparable/clamped(to:)``, and for good, since such
/// a number is a constant of its configuration.
package enum ConfigurationBounds {
  private static let day = Duration.seconds(86_400)

  /// Of what happens again and again, and of how long an answer may take.
  package static let interval = Duration.seconds(1)...day

  /// Of a delay, which may be none.
  package static let delay = Duration.zero...day

  /// Of the longest delay before another try, which is never none.
  package static let retry = Duration.milliseconds(100)...day

  /// Of how many bytes of something are accepted.
  package static let byteCount = 1...(1 << 30)
}

extension Comparable {
  /// The nearest value within a range.
  @inlinable
  package func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
