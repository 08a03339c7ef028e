import Foundation

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
  ///   - now: Decides on the century of a year with two digits: at most 50 years ahead.
  init?(_ text: String, now: Date) {
    guard let fields = Fields(text), let clock = Self.secondsOfDay(fields.time) else { return nil }
    guard
      let monthIndex = Self.months.firstIndex(of: String(fields.month)),
      let writtenYear = Self.number(fields.year),
      let day = Self.number(fields.day)
    else { return nil }
    let isShort = fields.year.utf8.count == 2
    let year = isShort ? Self.year(endingIn: writtenYear, now: now) : writtenYear
    let month = monthIndex + 1
    guard (1...Self.dayCount(ofMonth: month, year: year)).contains(day) else { return nil }
    let seconds = Self.daysSince1970(year: year, month: month, day: day) * 86_400 + clock
    date = Date(timeIntervalSince1970: TimeInterval(seconds))
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

extension HTTPDate {
  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  private static func dayCount(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Counts days in the proleptic Gregorian calendar; the year begins in March, so that a leap day
  /// is its last.
  ///
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let leapDays = floored(year, by: 4) - floored(year, by: 100) + floored(year, by: 400)
    return year * 365 + leapDays + dayOfYear - 719_468
  }

  private static func floored(_ value: Int, by divisor: Int) -> Int {
    value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
  }

  /// The latest year with these last two digits that is not more than 50 years ahead.
  private static func year(endingIn digits: Int, now: Date) -> Int {
    let latest = Self.year(of: now) + 50
    let candidate = latest - latest % 100 + digits
    return candidate > latest ? candidate - 100 : candidate
  }

  private static func year(of date: Date) -> Int {
    let days = Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
    var year = 1970 + days / 366
    while daysSince1970(year: year + 1, month: 1, day: 1) <= days { year += 1 }
    return year
  }
}
