import Foundation
import PushHub

/// A date in one of the three forms that HTTP knows, see RFC 9110, section 5.6.7.
///
/// The name of the day is not checked, since it adds nothing. A leap second reads as the second
/// after it.
struct HTTPDate {
  let date: Date

  /// Reads a date.
  ///
  /// - Parameters:
  ///   - text: For example `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or
  ///     `Sun Nov  6 08:49:37 1994`.
  ///   - now: Decides on the century of a year with two digits: the date is the latest that is not
  ///     more than 50 years ahead, to the second. If it is no time, there is no such date.
  init?(_ text: String, now: Date) {
    guard let fields = Fields(text), let clock = Self.secondsOfDay(fields.time) else { return nil }
    guard
      let monthIndex = Self.months.firstIndex(of: String(fields.month)),
      let writtenYear = Self.number(fields.year),
      let day = Self.number(fields.day)
    else { return nil }
    var moment = Moment(year: writtenYear, month: monthIndex + 1, day: day, clock: clock)
    if fields.year.utf8.count == 2 {
      guard now.isTime else { return nil }
      moment.moveIntoCentury(now: now)
    }
    guard (1...Moment.dayCount(ofMonth: moment.month, year: moment.year)).contains(day) else {
      return nil
    }
    date = Date(timeIntervalSince1970: TimeInterval(moment.secondsSince1970))
  }
}

// MARK: - The forms

extension HTTPDate {
  /// What stands where, by the form that the number of words tells.
  private struct Fields {
    let day: Substring
    let month: Substring
    let year: Substring
    let time: Substring

    init?(_ text: String) {
      let words = text.split(separator: " ")
      switch words.count {
      case 6 where words[0].hasSuffix(",") && words[5] == "GMT":
        (day, month, year, time) = (words[1], words[2], words[3], words[4])
        guard day.utf8.count == 2, year.utf8.count == 4 else { return nil }
      case 5:
        (day, month, year, time) = (words[2], words[1], words[4], words[3])
        guard day.utf8.count <= 2, year.utf8.count == 4 else { return nil }
      case 4 where words[0].hasSuffix(",") && words[3] == "GMT":
        let parts = words[1].split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        (day, month, year, time) = (parts[0], parts[1], parts[2], words[2])
        guard day.utf8.count == 2, year.utf8.count == 2 else { return nil }
      default:
        return nil
      }
    }
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func secondsOfDay(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard
      parts.count == 3, parts.allSatisfy({ $0.utf8.count == 2 }),
      let hour = number(parts[0]), hour < 24,
      let minute = number(parts[1]), minute < 60,
      let second = number(parts[2]), second <= 60
    else { return nil }
    return (hour * 60 + minute) * 60 + second
  }

  /// Reads digits and nothing else; `Int` would take a sign.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }
}

// MARK: - The calendar

/// A second in the proleptic Gregorian calendar, UTC.
private struct Moment {
  var year: Int
  let month: Int
  let day: Int

  /// Seconds since midnight.
  let clock: Int

  var secondsSince1970: Int {
    Self.daysSince1970(year: year, month: month, day: day) * 86_400 + clock
  }

  /// Completes a year of two digits, so that the moment is the latest that is not more than 50 years
  /// after another one.
  mutating func moveIntoCentury(now: Date) {
    var limit = Moment(now)
    limit.year += 50
    year += limit.year - limit.year % 100
    if limit.isBefore(self) {
      year -= 100
    }
  }

  private func isBefore(_ other: Moment) -> Bool {
    (year, month, day, clock) < (other.year, other.month, other.day, other.clock)
  }
}

extension Moment {
  init(_ date: Date) {
    let seconds = date.wholeSeconds
    let days = (seconds - (seconds % 86_400 + 86_400) % 86_400) / 86_400
    let shifted = days + 719_468
    let era = Self.floored(shifted, by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    clock = seconds - days * 86_400
  }

  static func dayCount(ofMonth month: Int, year: Int) -> Int {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Counts days; the year begins in March, so that a leap day is its last.
  ///
  /// Source, also of the way back: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms",
  /// `days_from_civil` and `civil_from_days`.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let leapDays = floored(year, by: 4) - floored(year, by: 100) + floored(year, by: 400)
    return year * 365 + leapDays + dayOfYear - 719_468
  }

  private static func floored(_ value: Int, by divisor: Int) -> Int {
    value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
  }
}
