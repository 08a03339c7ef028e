import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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
  ///   - now: Decides on the century of a year with two digits, from 1900 on: the date is the latest that
  ///     is not more than 50 years ahead, to the second.
  init?(_ text: String, now: Date) {
    guard
      let (day, name, year, time) = Self.fields(of: text.split(separator: " ")),
      let month = Self.months.firstIndex(of: String(name)).map({ $0 + 1 }),
      let day = Self.number(day), let writtenYear = Self.number(year),
      let clock = Self.secondsOfDay(time)
    else { return nil }
    let seconds = { year in
      Double(Self.daysSince1970(year: year, month: month, day: day) * 86_400 + clock)
    }
    let centuries = year.utf8.count == 2 ? [2_100, 2_000, 1_900] : [0]
    let century = centuries.first { seconds(writtenYear + $0 - 50) <= now.timeIntervalSince1970 }
    let fullYear = writtenYear + (century ?? centuries[centuries.count - 1])
    let monthEnd = Self.daysSince1970(year: fullYear, month: month + 1, day: 1)
    guard day > 0, Self.daysSince1970(year: fullYear, month: month, day: day) < monthEnd else {
      return nil
    }
    date = Date(timeIntervalSince1970: seconds(fullYear))
  }
}

// MARK: - The forms

extension HTTPDate {
  private typealias Fields = (day: Substring, month: Substring, year: Substring, time: Substring)

  /// What stands where, by the form that the number of words tells.
  private static func fields(of words: [Substring]) -> Fields? {
    switch words.count {
    case 6 where words[0].hasSuffix(",") && words[5] == "GMT":
      guard words[1].utf8.count == 2, words[3].utf8.count == 4 else { return nil }
      return (words[1], words[2], words[3], words[4])
    case 5:
      guard words[2].utf8.count <= 2, words[4].utf8.count == 4 else { return nil }
      return (words[2], words[1], words[4], words[3])
    case 4 where words[0].hasSuffix(",") && words[3] == "GMT":
      let parts = words[1].split(separator: "-", omittingEmptySubsequences: false)
      guard parts.map(\.utf8.count) == [2, 3, 2] else { return nil }
      return (parts[0], parts[1], parts[2], words[2])
    default:
      return nil
    }
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func secondsOfDay(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap(number)
    guard parts.map(\.utf8.count) == [2, 2, 2], numbers.count == 3,
      numbers[0] < 24, numbers[1] < 60, numbers[2] <= 60
    else { return nil }
    return (numbers[0] * 60 + numbers[1]) * 60 + numbers[2]
  }

  /// Reads digits and nothing else; `Int` would take a sign.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.areDigits ? Int(text) : nil
  }

  /// Counts days; the year begins in March, so that a leap day is its last.
  ///
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`, here with
  /// four centuries more, so that nothing is negative.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let year = (month > 2 ? year : year - 1) + 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 865_565
  }
}

extension Collection<UInt8> {
  /// Whether these are digits of ASCII, and at least one.
  var areDigits: Bool {
    !isEmpty && allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

// MARK: - Retry-After

extension Duration {
  /// Reads how long a server wants to be left alone, from the value of its `Retry-After`: whole seconds,
  /// or a date, see RFC 9110, section 10.2.3.
  ///
  /// What is malformed, zero, or past is no wish.
  ///
  /// - Parameters:
  ///   - text: What stands after `Retry-After:`.
  ///   - responseDate: What stands after the answer's `Date:`; a date is taken against it.
  ///   - now: The device's wall clock; a date is taken against it if there is no other.
  init?(retryAfter text: String, responseDate: String? = nil, now: Date) {
    let text = text.trimmingCharacters(in: .whitespaces)
    let longest = SourceFailure.longestWish
    var seconds = 0.0
    if text.utf8.areDigits {
      seconds = Double(text) ?? 0
    } else if let end = HTTPDate(text, now: now) {
      let start = responseDate.flatMap { HTTPDate($0, now: now)?.date } ?? now
      seconds = end.date.timeIntervalSince(start)
    }
    guard seconds > 0 else { return nil }
    self = .seconds(min(seconds, longest / .seconds(1)))
  }

  /// Reads the wish in an answer; only one that tells of a failure has any.
  init?(retryAfter response: HTTPURLResponse, now: Date) {
    guard
      response.statusCode >= 400,
      let text = response.value(forHTTPHeaderField: "Retry-After")
    else { return nil }
    self.init(
      retryAfter: text,
      responseDate: response.value(forHTTPHeaderField: "Date"),
      now: now
    )
  }
}
