public import Foundation
import PushHub

/// A model that counts down: its name, and when it ends.
///
/// It is a value: added to two handlers, it counts independently in each.
///
/// ```swift
/// handler.add(CountdownItem(id: "breakfast", total: .seconds(90)))
/// handler.add(CountdownItem(id: "sale", endsAt: sale.end, serverDate: answer.date, at: answer.instant))
/// ```
public struct CountdownItem: Hashable, Sendable, Identifiable {
  /// Its name, which the app chooses; a handler has at most one model of a name.
  public let id: String

  enum End: Hashable {
    case after(Duration)
    case at(ContinuousClock.Instant)
  }

  let end: End

  /// Creates a model that starts to count when it is registered.
  ///
  /// - Parameters:
  ///   - id: Its name.
  ///   - total: The time that it counts, without the time in which the handler is paused; at most
  ///     about 30,000 years. Without any time left it ends as it is registered.
  public init(id: String, total: Duration) {
    self.id = id
    end = .after(max(.zero, min(total, .longestCountdown)))
  }

  /// Creates a model that ends at an instant, whatever the handler does.
  ///
  /// - Parameters:
  ///   - id: Its name.
  ///   - instant: The end, by the scheduler's clock.
  public init(id: String, endsAt instant: ContinuousClock.Instant) {
    self.id = id
    end = .at(instant)
  }

  /// Creates a model that ends at a date by the server's clock.
  ///
  /// The device's wall clock, which may be wrong and may be changed, has no effect. Dates more than 30,000
  /// years away count as that far away.
  ///
  /// - Parameters:
  ///   - id: Its name.
  ///   - date: The end, from the server.
  ///   - serverDate: The time on the server's clock, such as the `Date` header of its response.
  ///   - instant: The instant of that time, by the scheduler's clock: when the response arrived.
  public init(
    id: String,
    endsAt date: Date,
    serverDate: Date,
    at instant: ContinuousClock.Instant
  ) {
    let limit = Duration.longestCountdown / .seconds(1)
    let delay = max(-limit, min(limit, date.timeIntervalSince(serverDate)))
    self.init(id: id, endsAt: instant + .seconds(delay))
  }
}

extension Duration {
  /// About 30,000 years; with anything longer durations, sums could overflow.
  fileprivate static var longestCountdown: Duration { .seconds(1_000_000_000_000) }
}
