/// Growing random delays after failures: exponential backoff with full jitter.
///
/// Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
public struct Backoff: Equatable, Sendable {
  /// The longest delay after the first failure; it doubles with each further one.
  public let first: Duration

  /// The longest delay after any number of failures.
  public let longest: Duration

  /// Describes delays; by default from one second to a minute.
  ///
  /// Both are from a tenth of a second, since a server that is down would be asked without end otherwise, to a day.
  public init(first: Duration = .seconds(1), longest: Duration = .seconds(60)) {
    self.first = max(Bounds.delay.nearest(to: first), .milliseconds(100))
    self.longest = max(Bounds.delay.nearest(to: longest), self.first)
  }

  /// A random delay of the next try, from zero up to a limit that doubles with each failure.
  public func delay(
    afterFailures count: Int,
    using generator: inout some RandomNumberGenerator
  ) -> Duration {
    Self.random(upTo: min(first * (1 << min(count - 1, 30)), longest), using: &generator)
  }

  /// The time of `Retry-After`, up to a day, and a random time of up to a tenth of it, and of up to a second at least.
  ///
  /// Devices that were turned away at the same moment do not come back at the same moment: 10,000 that are
  /// to wait for a minute come back within 6 s, about 1,700 in each. A server that turns them away again
  /// spreads them over a minute, since their backoff grows.
  public static func delay(
    afterPause pause: Duration,
    using generator: inout some RandomNumberGenerator
  ) -> Duration {
    let pause = Bounds.delay.nearest(to: pause)
    return pause + random(upTo: max(pause / 10, .seconds(1)), using: &generator)
  }

  /// A duration in whole nanoseconds, so that a log has it exactly.
  ///
  /// It has the values of `Double.random(in: 0...1, using:)`, which takes ten times as long.
  static func random(
    upTo limit: Duration,
    using generator: inout some RandomNumberGenerator
  ) -> Duration {
    let share = Double(generator.next().multipliedFullWidth(by: 1 << 53 + 1).high) * 0x1p-53
    return .nanoseconds(Int64(limit / .nanoseconds(1) * share))
  }
}
