public import Foundation

/// Follows the device's wall clock, which the user may set, beside the time that passes.
///
/// A wall clock that was wrong for a moment must not delete what a feature keeps, nor withhold it. So a feature moves
/// the dates of what it keeps with the clock, and judges an age by it only while it ``isSteady(for:at:)``.
public struct WallClock: Sendable {
  private static let tolerance: TimeInterval = 60

  /// A time since which the clock has not been set.
  private var start: (now: ContinuousClock.Instant, date: Date)?

  /// Creates a value that has not seen the clock yet.
  public init() {}

  /// Returns by how many seconds the clock was set since the last call, less than zero if it was set back; `nil` if it
  /// was not set, or by less than a minute.
  public mutating func jump(at now: ContinuousClock.Instant, date: Date) -> TimeInterval? {
    let jump = start.map { date.timeIntervalSince($0.date) - (now - $0.now) / .seconds(1) }
    if let jump, abs(jump) < Self.tolerance { return nil }
    start = (now, date)
    return jump
  }

  /// Whether the clock has not been set for some time, as far as ``jump(at:date:)`` has seen.
  public func isSteady(for duration: Duration, at now: ContinuousClock.Instant) -> Bool {
    start.map { now - $0.now >= duration } ?? false
  }
}
