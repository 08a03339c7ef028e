public import Foundation
import PushHub

/// A model that counts down: its name, and when it ends.
///
/// It is a value and knows nothing of handlers: given to two of them, it counts in each for itself.
///
/// ```swift
/// handler.add(CountdownItem(id: "breakfast", total: .seconds(90)))
/// handler.add(CountdownItem(id: "sale", endsAt: sale.endDate, by: clock))
/// ```
public struct CountdownItem: Hashable, Sendable, Identifiable {
  /// When a model ends.
  public enum End: Hashable, Sendable {
    /// So long after it is registered, not counting the time in which the handler stands still.
    ///
    /// At most about 30,000 years.
    case after(Duration)

    /// At an instant, whatever the handler does.
    case at(ContinuousClock.Instant)
  }

  /// Its name; a handler has at most one model of a name.
  public let id: CountdownID

  /// How long it counts, or the time of its end.
  let duration: Duration

  /// Whether it ends at an instant.
  let isAbsolute: Bool

  /// When it ends.
  public var end: End {
    isAbsolute ? .at(ContinuousClock.Instant(referenceTime: duration)) : .after(duration)
  }

  /// Makes a model.
  ///
  /// - Parameters:
  ///   - id: Its name.
  ///   - end: When it ends.
  public init(id: CountdownID, end: End) {
    self.id = id
    switch end {
    case .after(let total):
      isAbsolute = false
      duration = total.clampedToCountdown
    case .at(let instant):
      isAbsolute = true
      duration = instant.referenceTime
    }
  }

  /// Makes a model that starts to count when it is registered.
  ///
  /// - Parameters:
  ///   - id: Its name.
  ///   - total: How long it counts; without any time left it ends as it is registered.
  public init(id: CountdownID, total: Duration) {
    self.init(id: id, end: .after(total))
  }

  /// Makes a model that ends at a date of the server's.
  ///
  /// - Parameters:
  ///   - id: Its name.
  ///   - date: When it ends, as the server tells.
  ///   - clock: What the server's clock showed at some instant. The device's clock plays no part.
  public init(id: CountdownID, endsAt date: Date, by clock: CountdownServerClock) {
    self.init(id: id, end: .at(clock.instant(of: date)))
  }
}
