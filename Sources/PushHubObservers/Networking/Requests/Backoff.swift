import PushHub

/// Growing random delays after failures: exponential backoff with full jitter.
///
/// Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
package struct Backoff: Equatable, Sendable {
  /// The longest delay after the first failure; it doubles with each further one.
  package let first: Duration

  /// The longest delay after any number of failures.
  package let longest: Duration

  package init(first: Duration, longest: Duration) {
    self.first = first
    self.longest = longest
  }

  /// A random delay of the next try, from zero up to a limit that doubles with each failure.
  package func delay(
    afterFailures count: Int,
    using generator: inout some RandomNumberGenerator
  ) -> Duration {
    Self.random(upTo: min(first * (1 << min(count - 1, 30)), longest), using: &generator)
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
