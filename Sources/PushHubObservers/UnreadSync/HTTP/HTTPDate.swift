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
    let words = text.split(separator: " ").map(String.init)
    var fields: (day: String, month: String, year: String, time: String)
    switch words.count {
    case 6 where words[0].hasSuffix(",") && words[5] == "GMT":
      fields = (words[1], words[2], words[3], words[4])
      guard fields.day.utf8.count == 2, fields.year.utf8.count == 4 else { return nil }
    case 4 where words[0].hasSuffix(",") && words[3] == "GMT":
      let parts = words[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3, parts[0].utf8.count == 2, parts[2].utf8.count == 2 else {
        return nil
      }
      fields = (parts[0], parts[1], parts[2], words[2])
    case 5:
      fields = (words[2], words[1], words[4], words[3])
      guard (1...2).contains(fields.day.utf8.count), fields.year.utf8.count == 4 else {
        return nil
      }
    default:
      return nil
    }
    self.init(
      day: fields.day,
      month: fields.month,
      year: fields.year,
      time: fields.time,
      now: now
    )
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private init?(day: String, month: String, year: String, time: String, now: Date) {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false)
    guard
      clock.count == 3, clock.allSatisfy({ $0.utf8.count == 2 }),
      let hour = Self.number(clock[0]), hour < 24,
      let minute = Self.number(clock[1]), minute < 60,
      let second = Self.number(clock[2]), second <= 60,
      let monthIndex = Self.months.firstIndex(of: month),
      let writtenYear = Self.number(year),
      let day = Self.number(day)
    else { return nil }
    let isShort = year.utf8.count == 2
    let fullYear = isShort ? Self.year(endingIn: writtenYear, now: now) : writtenYear
    let month = monthIndex + 1
    guard (1...Self.dayCount(ofMonth: month, year: fullYear)).contains(day) else { return nil }
    let days = Self.daysSince1970(year: fullYear, month: month, day: day)
    let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
    date = Date(timeIntervalSince1970: TimeInterval(seconds))
  }
}

// MARK: - The calendar

extension HTTPDate {
  /// Reads digits and nothing else; `Int` would take a sign.
  private static func number(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }

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
