public import Foundation
import PushHub

/// A model that counts down: its name, and when it ends.
///
/// It is a value without a handler: added to two of them, it counts in each for itself.
///
/// ```swift
/// handler.add(CountdownItem(id: "breakfast", total: .seconds(90)))
/// handler.add(CountdownItem(id: "sale", endsAt: sale.endDate, by: clock))
/// ```
public struct CountdownItem: Hashable, Sendable, Identifiable {
  /// Its name; a handler has at most one model of a name.
  public let id: CountdownID

  enum End: Hashable {
    case after(Duration)
    case at(ContinuousClock.Instant)
  }

  let end: End

  /// Makes a model that starts to count when it is registered.
  ///
  /// - Parameters:
  ///   - id: Its name.
  ///   - total: How long it counts, not counting the time in which the handler is paused; at most
  ///     about 30,000 years. Without any time left it ends as it is registered.
  public init(id: CountdownID, total: Duration) {
    self.id = id
    end = .after(max(.zero, min(total, .longestCountdown)))
  }

  /// Makes a model that ends at an instant, whatever the handler does.
  ///
  /// - Parameters:
  ///   - id: Its name.
  ///   - instant: When it ends, by the scheduler's clock.
  public init(id: CountdownID, endsAt instant: ContinuousClock.Instant) {
    self.id = id
    end = .at(instant)
  }

  /// Makes a model that ends at a date by the server's clock.
  ///
  /// - Parameters:
  ///   - id: Its name.
  ///   - date: When it ends, from the server.
  ///   - clock: What the server's clock showed at some instant. The device's clock plays no part.
  public init(id: CountdownID, endsAt date: Date, by clock: CountdownServerClock) {
    self.init(id: id, endsAt: clock.instant(of: date))
  }
}

/// Names a model that counts down, such as an offer in a list.
public struct CountdownID: RawRepresentable, Hashable, Sendable {
  /// The name, which the app chooses.
  public let rawValue: String

  /// Names a model.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension CountdownID: ExpressibleByStringInterpolation {
  /// Names a model by a literal, such as `"offer-\(number)"`.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

extension CountdownID: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}

/// What the server's clock showed at some instant here.
///
/// From such a pair every date of the server's has its instant on the monotonic clock, which can't be
/// set: the device's wall clock may be wrong, and may be changed while a model counts down. Make the pair
/// when an answer of the server arrives, from its `Date` header:
///
/// ```swift
/// let clock = CountdownServerClock(date: dateOfAnswer, instant: scheduler.now)
/// ```
public struct CountdownServerClock: Sendable {
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
  /// Dates more than 30,000 years away count as that far away.
  public func instant(of other: Date) -> ContinuousClock.Instant {
    let limit = Duration.longestCountdown / .seconds(1)
    return instant + .seconds(max(-limit, min(limit, other.timeIntervalSince(date))))
  }
}

extension Duration {
  /// About 30,000 years; with anything longer, sums of durations could leave their range.
  fileprivate static var longestCountdown: Duration { .seconds(1_000_000_000_000) }
}
