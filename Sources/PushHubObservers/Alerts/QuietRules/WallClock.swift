import Foundation
import PushHub
import PushHubNetworking

/// What the clock on the wall shows over some days, in a zone that may turn it meanwhile.
///
/// Instants are seconds since 1970; what the clock shows, its reading, is as many as if it stood in
/// Greenwich, so that a day of the calendar has 86,400 of them.
struct WallClock: Sendable {
  static let day = 86_400

  /// From one turn of the clock to the next, the first and the last without end.
  private struct Stretch {
    let start: Int
    let offset: Int
  }

  private var stretches: [Stretch] = []

  /// Looks when the clock is turned.
  ///
  /// - Parameters:
  ///   - days: From when to when; before and after, the clock is taken as not turned.
  ///   - offset: How far the clock is ahead of Greenwich at an instant.
  init(over span: ClosedRange<Int>, offset: (Int) -> Int) {
    stretches = [Stretch(start: .min, offset: offset(span.lowerBound))]
    var before = span.lowerBound
    // No zone has turned its clock and turned it back within a day.
    for after in stride(from: before, through: span.upperBound, by: Self.day).dropFirst() {
      let newOffset = offset(after)
      if let former = stretches.last?.offset, newOffset != former {
        var (low, high) = (before, after)
        while high - low > 1 {
          let middle = low + (high - low) / 2
          (low, high) = offset(middle) == former ? (middle, high) : (low, middle)
        }
        stretches.append(Stretch(start: high, offset: newOffset))
      }
      before = after
    }
  }

  /// Looks when a zone turns its clocks.
  init(of zone: TimeZone, over span: ClosedRange<Int>) {
    self.init(over: span) { Self.offset(of: zone, at: $0) }
  }

  static func offset(of zone: TimeZone, at instant: Int) -> Int {
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
  }
}

extension WallClock {
  /// What the clock shows.
  func reading(at instant: Int) -> Int {
    instant + (stretches.last { $0.start <= instant }?.offset ?? 0)
  }

  /// When the clock first shows so much or more.
  func first(reading: Int) -> Int {
    for (index, stretch) in stretches.enumerated() {
      let instant = max(stretch.start, reading - stretch.offset)
      if index + 1 == stretches.count || instant < stretches[index + 1].start { return instant }
    }
    return reading
  }

  /// When the clock has shown less for the last time; the first instant after that.
  func last(before reading: Int) -> Int {
    var end = Int.max
    for stretch in stretches.reversed() {
      let instant = min(end, reading - stretch.offset)
      if instant > stretch.start { return instant }
      end = stretch.start
    }
    return reading
  }
}

// MARK: - The calendar

extension WallClock {
  /// Which day the clock's reading is on, counted from 1 January 1970.
  static func day(of reading: Int) -> Int {
    (reading - remainder(of: reading, by: day)) / day
  }

  static func weekday(ofDay day: Int) -> Locale.Weekday {
    weekdays[remainder(of: day, by: weekdays.count)]
  }

  /// The days of the week, beginning with that of 1 January 1970.
  static let weekdays: [Locale.Weekday] = [
    .thursday, .friday, .saturday, .sunday, .monday, .tuesday, .wednesday,
  ]

  private static func remainder(of number: Int, by divisor: Int) -> Int {
    let remainder = number % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}

extension Date {
  /// The date as it is stored: to the millisecond, and the nearest that a calendar of ours has.
  var asStored: Date {
    let date = toTheMillisecond
    let fraction = date.timeIntervalSince1970 - Double(date.wholeSeconds)
    let isInCalendar = (0..<1).contains(fraction)
    return isInCalendar ? date : Date(timeIntervalSince1970: Double(date.wholeSeconds))
  }
}
