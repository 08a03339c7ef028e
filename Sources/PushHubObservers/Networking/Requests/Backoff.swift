import PushHub

/// Growing random delays after failures: exponential backoff with full jitter.
///
/// The delays shrink only when what failed has stayed well for as long as the longest of them. One good
/// sign is not enough: a server that answers each time, and closes at once, would be asked without end.
///
/// Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
package struct Backoff: Hashable, Sendable {
  /// The longest delay after the first failure; it doubles with each further one.
  package let first: Duration

  /// The longest delay after any number of failures.
  package let longest: Duration

  private var count = 0
  private var wellSince: Duration?

  /// Takes delays within ``ConfigurationBounds``; others are moved to the nearest of those.
  package init(first: Duration, longest: Duration) {
    self.first = first.clamped(to: ConfigurationBounds.retry)
    self.longest = longest.clamped(to: ConfigurationBounds.retry)
  }

  /// Notes that what was tried is well now; the first time since it began counts.
  package mutating func noteGoodSign(at now: ContinuousClock.Instant) {
    wellSince = wellSince ?? now.referenceTime
  }

  /// Notes that it is tried anew without having failed.
  package mutating func noteBeginning() {
    wellSince = nil
  }

  /// Forgets all failures.
  package mutating func forget() {
    count = 0
    wellSince = nil
  }

  /// Notes a failure.
  package mutating func noteFailure(at now: ContinuousClock.Instant) {
    if let wellSince, now.referenceTime - wellSince >= longest {
      count = 0
    }
    wellSince = nil
    count += 1
  }

  /// A random delay of the next try, from zero up to a limit that doubles with each failure.
  package func delay(using generator: inout some RandomNumberGenerator) -> Duration {
    let doublings = min(max(count, 1) - 1, 30)
    return Self.random(upTo: min(first * (1 << doublings), longest), using: &generator)
  }

  /// A server's wish for a delay, and a random time beyond it, so that a fleet that was turned away
  /// in one moment does not come back in one.
  ///
  /// The time beyond is at most as long as the wish, and its bound lies within 5 s and a minute.
  package static func delay(
    afterWish wish: Duration,
    using generator: inout some RandomNumberGenerator
  ) -> Duration {
    wish + random(upTo: wish.clamped(to: .seconds(5)...(.seconds(60))), using: &generator)
  }

  /// In whole nanoseconds, so that a log tells it exactly.
  ///
  /// Draws what `Double.random(in: 0...1, using:)` draws, which takes ten times as long.
  private static func random(
    upTo limit: Duration,
    using generator: inout some RandomNumberGenerator
  ) -> Duration {
    let share = Double(generator.next().multipliedFullWidth(by: 1 << 53 + 1).high) * 0x1p-53
    return .nanoseconds(Int64(limit / .nanoseconds(1) * share))
  }
}

/// The delays of something that has no ``RequestLine``.
package typealias FailureStreak = Backoff

extension Backoff {
  /// Begins without a failure.
  package init(backoff: Backoff) {
    self = backoff
  }
}
