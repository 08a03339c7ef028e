import Foundation

@testable import PushHubNetworking

/// A date of HTTP is none, or one that the calendar has and that is written back as it was read; a wish
/// to be left alone is none, or one that ends.
enum DatesTarget {
  static func check(_ bytes: [UInt8]) throws {
    var choices = Choices(bytes)
    let now = Date(timeIntervalSince1970: Double(choices.bits() >> 31))
    let lines = String(decoding: choices.remainder(), as: UTF8.self).split(
      separator: "\n",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    let (text, responseDate) = (String(lines[0]), lines.dropFirst().first.map(String.init))
    if let date = HTTPDate(text, now: now)?.date {
      try check(date, readFrom: text, now: now)
    }
    guard
      let wish = Duration(retryAfter: text, responseDate: responseDate, now: now)
    else { return }
    let longest = SourceFailure.longestWish
    try require(wish > .zero && wish <= longest, "a wish beyond the bound")
    if let seconds = Int(text) {
      try require(
        wish == min(.seconds(seconds), longest),
        "\(seconds) seconds are \(wish)"
      )
    }
  }

  private static func check(_ date: Date, readFrom text: String, now: Date) throws {
    let seconds = date.timeIntervalSince1970
    try require(seconds == seconds.rounded(), "a date with decimals")
    let words = text.split(separator: " ")
    // A leap second is the second after it.
    let clock = words[[4: 2, 5: 3][words.count] ?? 4]
    let isLeap = clock.hasSuffix("60")
    let written = imfText(of: isLeap ? date - 1 : date)
    try require(
      HTTPDate(written, now: now)?.date == (isLeap ? date - 1 : date),
      "\(text) is written as \(written), which is another date"
    )
    try require(
      written.contains(isLeap ? "\(clock.dropLast(2))59" : "\(clock)"),
      "\(text) is written as \(written), at another time of the day"
    )
    guard words.count == 4 else { return }
    // A year of two digits: no more than fifty years ahead, and no more than fifty years ago.
    let year = 366 * 86_400.0
    let distance = date.timeIntervalSince(now)
    try require((-50 * year...50 * year).contains(distance), "\(text) is \(distance) away from now")
  }

  /// The date as HTTP writes it, by Foundation's own calendar.
  private static func imfText(of date: Date) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    // Foundation has Julius Caesar's calendar before 1582: these years are those of 400 years later,
    // which have the same days.
    let cycles = date.timeIntervalSince1970 < -12_000_000_000 ? 5.0 : 0
    let moved = date + cycles * 146_097 * 86_400
    let fields = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second, .weekday],
      from: moved
    )
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let year = (fields.year ?? 0) - Int(cycles) * 400
    return days[(fields.weekday ?? 1) - 1] + ", " + padded(fields.day, 2) + " "
      + months[(fields.month ?? 1) - 1] + " " + padded(year, 4) + " " + padded(fields.hour, 2) + ":"
      + padded(fields.minute, 2) + ":" + padded(fields.second, 2) + " GMT"
  }

  private static func padded(_ number: Int?, _ width: Int) -> String {
    let digits = String(number ?? 0)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
