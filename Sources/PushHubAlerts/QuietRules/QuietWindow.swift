public import Foundation
import PushHub

/// A time of day that a clock shows, to the minute; it is stored as a text such as `07:30`.
public struct TimeOfDay: Hashable, Sendable {
  /// Minutes since the clock showed 00:00, from zero to 1,439.
  public let minutes: Int

  /// Creates a time of day.
  ///
  /// - Parameters:
  ///   - hour: The hour, from 0 to 23.
  ///   - minute: The minute, from 0 to 59. A number outside is moved to the nearest inside.
  public init(hour: Int, minute: Int = 0) {
    minutes = Bounds(0...23).nearest(to: hour) * 60 + Bounds(0...59).nearest(to: minute)
  }
}

extension TimeOfDay: RawRepresentable, Comparable, Codable {
  /// Reads a time such as `07:30`; `nil` for any other form.
  public init?(rawValue: String) {
    let numbers = rawValue.split(separator: ":").compactMap { Int(String($0)) }
    guard numbers.count == 2 else { return nil }
    self.init(hour: numbers[0], minute: numbers[1])
    guard self.rawValue == rawValue else { return nil }
  }

  /// Hour and minute, with two digits each.
  public var rawValue: String {
    [minutes / 60, minutes % 60].map { "\($0 < 10 ? "0" : "")\($0)" }.joined(separator: ":")
  }

  /// Whether one comes before the other in a day.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.minutes < rhs.minutes }
}

/// Quiet hours of the week, by local time.
///
/// It is quiet whenever the clock shows a time from ``from`` to ``to``. So what the clock skips when it is
/// put forward does not take place, and what it shows twice when it is put back takes place twice.
public struct QuietWindow: Hashable, Sendable {
  /// The time when it begins.
  public var from: TimeOfDay

  /// The time when it ends: on the next day, unless it is later than ``from``.
  ///
  /// If both are the same, it ends a day later.
  public var to: TimeOfDay

  /// The days on which it begins; `nil` for all.
  public var weekdays: Set<Locale.Weekday>?

  /// Creates a window.
  public init(
    from: TimeOfDay,
    to: TimeOfDay,
    weekdays: Set<Locale.Weekday>? = nil
  ) {
    self.from = from
    self.to = to
    self.weekdays = weekdays
  }
}

extension QuietWindow {
  fileprivate func begins(on day: Locale.Weekday) -> Bool { weekdays?.contains(day) != false }
}

extension QuietWindow: Codable {
  private enum CodingKeys: String, CodingKey {
    case from, to
    case weekdays = "days"
  }

  /// Writes the times, and the days if they are not all.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(from, forKey: .from)
    try values.encode(to, forKey: .to)
    try values.encodeIfPresent(weekdays?.map(\.rawValue).sorted(), forKey: .weekdays)
  }
}

// MARK: - When it is quiet

/// The times that windows make quiet, by the clocks of a zone.
struct QuietHours {
  /// The weekdays in the order in which a calendar counts them, from one.
  static let weekdays: [Locale.Weekday] = [
    .sunday, .monday, .tuesday, .wednesday, .thursday, .friday, .saturday,
  ]

  private let windows: [QuietWindow]
  private var calendar = Calendar(identifier: .gregorian)

  init(_ windows: [QuietWindow], in zone: TimeZone) {
    self.windows = windows
    calendar.timeZone = zone
  }

  func isQuiet(at date: Date) -> Bool {
    let time = time(at: date)
    let weekday = calendar.component(.weekday, from: date)
    let (today, yesterday) = (Self.weekdays[weekday - 1], Self.weekdays[(weekday + 5) % 7])
    return windows.contains { window in
      let hasBegun = window.begins(on: today) && window.from <= time
      return window.from < window.to
        ? hasBegun && time < window.to
        : hasBegun || window.begins(on: yesterday) && time < window.to
    }
  }

  /// Returns the next change; nil if there is none in the two weeks ahead: a window may be skipped once.
  func nextChange(after date: Date) -> Date? {
    let isQuiet = isQuiet(at: date)
    var instant = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    let end = instant + 15 * 86_400
    while let next = opportunity(after: instant), next < end {
      if self.isQuiet(at: next) != isQuiet { return next }
      instant = next
    }
    return nil
  }

  /// Returns the next time at which a window begins or ends, or the clock is turned.
  private func opportunity(after date: Date) -> Date? {
    let seconds = time(at: date).minutes * 60 + calendar.component(.second, from: date)
    let edges: [TimeOfDay] = windows.flatMap { [$0.from, $0.to] }
    let delays: [Int] = edges.map { ($0.minutes * 60 - seconds + 86_399) % 86_400 + 1 }
    let edge: Date? = delays.min().map { date + Double($0) }
    let turn = calendar.timeZone.nextDaylightSavingTimeTransition(after: date)
    return [edge, turn].compactMap(\.self).filter { $0 > date }.min()
  }

  private func time(at date: Date) -> TimeOfDay {
    TimeOfDay(
      hour: calendar.component(.hour, from: date),
      minute: calendar.component(.minute, from: date)
    )
  }
}
