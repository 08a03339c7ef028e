public import Foundation

/// What the server's clock showed at some instant here.
///
/// From such a pair every date of the server's has its instant on the monotonic clock, which nobody
/// can set: the device's wall clock may be wrong, and may be changed while a model counts down. The
/// pair is best made when an answer of the server arrives, from its `Date` header:
///
/// ```swift
/// let clock = CountdownServerClock(date: dateOfAnswer, instant: scheduler.now)
/// ```
public struct CountdownServerClock: Hashable, Sendable {
  /// What the server's clock showed.
  public let date: Date

  /// When it showed that.
  public let instant: ContinuousClock.Instant

  /// Pairs a date with an instant.
  ///
  /// - Parameters:
  ///   - date: What the server's clock showed.
  ///   - instant: When it showed that, by the scheduler's clock.
  public init(date: Date, instant: ContinuousClock.Instant) {
    self.date = date
    self.instant = instant
  }

  /// When the server's clock shows a date.
  ///
  /// Dates more than 30,000 years away count as that far away, and one that is no number is past.
  public func instant(of other: Date) -> ContinuousClock.Instant {
    let limit = Duration.longestCountdown / .seconds(1)
    let seconds = other.timeIntervalSince(date)
    guard !seconds.isNaN else { return instant - .longestCountdown }
    return instant + .seconds(max(-limit, min(limit, seconds)))
  }
}
