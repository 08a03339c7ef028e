public import Foundation

/// The state of a model that a target shows: how much time is left.
public struct CountdownState: Equatable, Sendable, Identifiable {
  /// The model.
  public let id: String

  /// The time left, exactly; never less than none.
  ///
  /// Most texts round it up, so that "1" is shown for the whole last second and "0" at the end.
  public let remaining: Duration

  /// Whether the model has ended, and its end has been reported.
  public let isExpired: Bool

  /// Describes a model at one instant.
  public init(id: String, remaining: Duration, isExpired: Bool = false) {
    self.id = id
    self.remaining = remaining
    self.isExpired = isExpired
  }
}

extension CountdownState {
  /// The number of whole seconds left, rounded up.
  ///
  /// So `1` stands for the whole last second, and `0` means that no time is left; there is nothing
  /// below.
  public var secondsLeft: Int64 {
    let (seconds, attoseconds) = max(.zero, remaining).components
    return attoseconds > 0 ? seconds + 1 : seconds
  }

  /// The time left, such as "1:02:05" or "0:09", in the user's locale.
  public var text: String { text(in: .autoupdatingCurrent) }

  /// The time left in units, such as "2 minutes, 5 seconds", in the user's locale.
  ///
  /// For VoiceOver, which would read "2:05" as a time of the day.
  public var spokenText: String { spokenText(in: .autoupdatingCurrent) }

  /// Returns the time left, such as "1:02:05" or "0:09".
  ///
  /// From an hour on in hours, minutes and seconds, with as many hours as there are; below that in
  /// minutes and seconds. It shows ``secondsLeft``: "0:01" until no time is left, then "0:00".
  ///
  /// - Parameter locale: The locale whose digits and separators are used.
  public func text(in locale: Locale) -> String {
    let pattern: Duration.TimeFormatStyle.Pattern =
      secondsLeft < 3_600 ? .minuteSecond : .hourMinuteSecond
    return Duration.seconds(secondsLeft).formatted(.time(pattern: pattern).locale(locale))
  }

  /// Returns the time left in units, such as "2 minutes, 5 seconds".
  ///
  /// It gives ``secondsLeft`` in units, without those that are zero.
  ///
  /// - Parameter locale: The locale whose language is used.
  public func spokenText(in locale: Locale) -> String {
    Duration.seconds(secondsLeft).formatted(
      .units(allowed: [.hours, .minutes, .seconds], width: .wide).locale(locale)
    )
  }
}
