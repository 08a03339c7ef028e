public import Foundation
import PushHub

/// What a clock on the wall shows, to the minute.
public struct TimeOfDay: Hashable, Sendable {
  /// Minutes since the clock showed 00:00, from zero to 1,439.
  public let minutes: Int

  /// Makes a time of day.
  ///
  /// - Parameters:
  ///   - hour: From 0 to 23.
  ///   - minute: From 0 to 59. What lies outside is moved to the nearest inside.
  public init(hour: Int, minute: Int = 0) {
    minutes = hour.clamped(to: 0...23) * 60 + minute.clamped(to: 0...59)
  }

  /// Reads a time such as `07:30`; `nil` for any other form.
  public init?(_ text: String) {
    let digits = text.utf8.map { Int($0) - 48 }
    guard digits.count == 5, text.utf8.dropFirst(2).first == UInt8(ascii: ":"),
      [0, 1, 3, 4].allSatisfy({ (0...9).contains(digits[$0]) })
    else { return nil }
    let (hour, minute) = (digits[0] * 10 + digits[1], digits[3] * 10 + digits[4])
    guard hour < 24, minute < 60 else { return nil }
    self.init(hour: hour, minute: minute)
  }

  var seconds: Int { minutes * 60 }
}

extension TimeOfDay: Comparable, CustomStringConvertible {
  /// Whether one comes before the other in a day.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.minutes < rhs.minutes }

  /// Hour and minute, with two digits each.
  public var description: String {
    [minutes / 60, minutes % 60].map { "\($0 < 10 ? "0" : "")\($0)" }.joined(separator: ":")
  }
}

/// Hours of the week that are to be quiet, by the clock on the wall.
///
/// They begin when the clock first shows ``from`` or more, and end when it has shown less than ``to``
/// for the last time. So whenever the clock shows a time in the window it is quiet, without a break,
/// also in the nights in which clocks are turned:
///
/// - A beginning or end that the clock skips is when it skips it. A window that is skipped whole does not
///   take place that night.
/// - Of a beginning that the clock shows twice the first counts, and of an end the last.
public struct QuietWindow: Hashable, Sendable {
  /// When it begins.
  public var from: TimeOfDay

  /// When it ends: on the next day, unless it is later than ``from``.
  ///
  /// If both are the same, it ends a day later.
  public var to: TimeOfDay

  /// On which days it begins; all by default.
  public var weekdays: Set<Locale.Weekday>

  /// Makes a window.
  public init(
    from: TimeOfDay,
    to: TimeOfDay,
    weekdays: Set<Locale.Weekday> = Self.everyDay
  ) {
    self.from = from
    self.to = to
    self.weekdays = weekdays
  }

  /// All days of the week.
  public static let everyDay = Set(WallClock.weekdays)
}

extension QuietWindow {
  /// When it takes place that begins on a day, in seconds since 1970; nil if it doesn't.
  ///
  /// - Parameter day: Counted from 1 January 1970.
  func stretch(ofDay day: Int, by clock: WallClock) -> Range<Int>? {
    guard weekdays.contains(WallClock.weekday(ofDay: day)) else { return nil }
    let begin = clock.first(reading: day * WallClock.day + from.seconds)
    let lastDay = from < to ? day : day + 1
    let end = clock.last(before: lastDay * WallClock.day + to.seconds)
    return begin < end ? begin..<end : nil
  }
}
