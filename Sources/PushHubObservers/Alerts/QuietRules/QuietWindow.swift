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
    let numbers = text.split(separator: ":").compactMap { Int($0) }
    guard numbers.count == 2 else { return nil }
    self.init(hour: numbers[0], minute: numbers[1])
    guard description == text else { return nil }
  }
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
/// It is quiet whenever the clock shows a time from ``from`` to ``to``. So what the clock skips when it is
/// put forward does not take place, and what it shows twice when it is put back takes place twice.
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
  public static let everyDay = Set(QuietHours.weekdays)
}

// MARK: - When it is quiet

/// When windows make it quiet, by the clocks of a zone.
struct QuietHours {
  let windows: [QuietWindow]
  let zone: TimeZone

  private static let day = 86_400

  /// Beginning with that of 1 January 1970.
  static let weekdays: [Locale.Weekday] = [
    .thursday, .friday, .saturday, .sunday, .monday, .tuesday, .wednesday,
  ]

  func isQuiet(at date: Date) -> Bool { isQuiet(at: Self.seconds(of: date)) }

  /// When that changes; nil if it doesn't in the two weeks ahead: a window may be skipped once.
  func nextChange(after date: Date) -> Date? {
    let start = Self.seconds(of: date)
    let isQuiet = isQuiet(at: start)
    var instant = start
    while let next = opportunity(after: instant), next < start + 15 * Self.day {
      if self.isQuiet(at: next) != isQuiet { return Date(timeIntervalSince1970: Double(next)) }
      instant = next
    }
    return nil
  }

  private func isQuiet(at instant: Int) -> Bool {
    let reading = reading(at: instant)
    let second = Self.remainder(of: reading, by: Self.day)
    let time = TimeOfDay(hour: second / 3_600, minute: second / 60 % 60)
    let day = (reading - second) / Self.day
    return windows.contains { window in
      func takesPlace(_ day: Int) -> Bool {
        window.weekdays.contains(Self.weekdays[Self.remainder(of: day, by: 7)])
      }
      return window.from < window.to
        ? takesPlace(day) && window.from <= time && time < window.to
        : takesPlace(day) && window.from <= time || takesPlace(day - 1) && time < window.to
    }
  }

  /// When a window next begins or ends, or the clock is turned.
  private func opportunity(after instant: Int) -> Int? {
    let second = Self.remainder(of: reading(at: instant), by: Self.day)
    let delays = windows.flatMap { [$0.from, $0.to] }.map { time in
      Self.remainder(of: time.minutes * 60 - second - 1, by: Self.day) + 1
    }
    guard let delay = delays.min() else { return nil }
    let turn = zone.nextDaylightSavingTimeTransition(
      after: Date(timeIntervalSince1970: Double(instant))
    )
    return turn.map { min(max(Self.seconds(of: $0), instant + 1), instant + delay) }
      ?? instant + delay
  }

  /// What the clock shows, in seconds as if it stood in Greenwich.
  private func reading(at instant: Int) -> Int {
    instant + zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
  }

  private static func seconds(of date: Date) -> Int {
    Int(date.timeIntervalSince1970.rounded(.down))
  }

  private static func remainder(of number: Int, by divisor: Int) -> Int {
    let remainder = number % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}

// MARK: - Storage

extension TimeOfDay: Codable {
  /// Reads a time such as `07:30`.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let time = Self(text) else {
      throw DecodingError("\"\(text)\" is no time of day.")
    }
    self = time
  }

  /// Writes hour and minute, with two digits each.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension QuietWindow: Codable {
  private enum CodingKeys: String, CodingKey {
    case days, from, to
  }

  /// Reads a window, which is on all days if it names none.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      from: try values.decode(TimeOfDay.self, forKey: .from),
      to: try values.decode(TimeOfDay.self, forKey: .to),
      weekdays: try values.decodeIfPresent(Set<Locale.Weekday>.self, forKey: .days)
        ?? Self.everyDay
    )
  }

  /// Writes the times, and the days unless they are all.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(from, forKey: .from)
    try values.encode(to, forKey: .to)
    if weekdays != Self.everyDay {
      try values.encode(weekdays.map(\.rawValue).sorted(), forKey: .days)
    }
  }
}
