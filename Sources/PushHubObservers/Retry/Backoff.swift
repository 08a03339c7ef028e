/// Growing random delays after failures: exponential backoff with full jitter.
///
/// Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
struct Backoff: Hashable, Sendable {
  /// The longest delay after the first failure; it doubles with each further one.
  let first: Duration

  /// The longest delay after any number of failures.
  let longest: Duration

  /// A random delay from zero up to a limit that doubles with each failure.
  ///
  /// In whole nanoseconds, so that a log tells it exactly.
  func delay(
    afterFailures count: Int,
    using generator: inout some RandomNumberGenerator
  ) -> Duration {
    let doublings = min(max(count, 1) - 1, 30)
    let limit = min(first * (1 << doublings), longest)
    let nanoseconds = limit / .nanoseconds(1) * Double.random(in: 0...1, using: &generator)
    return .nanoseconds(Int64(nanoseconds))
  }
}
