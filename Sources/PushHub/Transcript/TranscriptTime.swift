import Foundation

/// Times of a transcript: seconds as decimal numbers, exact to the nanosecond.
extension Duration {
  /// The duration of so many seconds, rounded to the nearest nanosecond, halves away from zero.
  ///
  /// - Returns: `nil` from 9 000 000 000 seconds on, since 64 bits hold little more in nanoseconds.
  package init?(seconds number: JSONNumber) {
    guard let double = number.double, abs(double) <= 9_000_000_000 else { return nil }
    // More digits than a decimal number has are beyond the nanosecond.
    let exact = (number.decimal ?? Decimal(double)) * 1_000_000_000
    let parts = "\(exact.magnitude)".split(separator: ".")
    let isRoundedUp = parts.count == 2 && parts[1] >= "5"
    let whole = (Int64(parts[0]) ?? .max - 1) + (isRoundedUp ? 1 : 0)
    guard whole < 9_000_000_000_000_000_000 else { return nil }
    self = .nanoseconds(exact < 0 ? -whole : whole)
  }

  /// Whole seconds and as many decimals as needed, at most nine; what is finer is cut off.
  public var secondsText: String {
    // A duration may have more seconds than 64 bits hold.
    let (seconds, rest) = attoseconds.quotientAndRemainder(
      dividingBy: 1_000_000_000_000_000_000
    )
    var decimals = Int64(rest / 1_000_000_000).magnitude
    guard decimals != 0 else { return "\(seconds)" }
    var places = 9
    while decimals.isMultiple(of: 10) {
      decimals /= 10
      places -= 1
    }
    let digits = "\(decimals)"
    let zeros = String(repeating: "0", count: places - digits.utf8.count)
    let sign = seconds == 0 && rest < 0 ? "-" : ""
    return "\(sign)\(seconds).\(zeros)\(digits)"
  }

  /// The seconds as a JSON number.
  public var secondsNumber: JSONNumber { JSONNumber(validated: secondsText) }
}

/// The start of a transcript: a date in the one form of ISO 8601 that RFC 3339 allows.
extension Date {
  /// Dates that have a year of four digits.
  private static let transcriptDates = distantPast...Date(timeIntervalSince1970: 253_402_300_799)

  /// Reads a date such as `2026-01-01T08:00:00Z`, with decimals or an offset if there are any.
  ///
  /// - Returns: `nil` for another form and for what no calendar or clock shows, like 30 February.
  init?(transcriptText text: String) {
    let form =
      /([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8})(\.[0-9]+)?(?:Z|([+-])([0-9]{2}):([0-5][0-9]))/
    guard let match = text.wholeMatch(of: form) else { return nil }
    // Foundation's parser skips what it doesn't understand and counts the 30th of February on.
    let utc = match.1 + "Z"
    guard let date = try? Self.ISO8601FormatStyle().parse(String(utc)), date.ISO8601Format() == utc
    else { return nil }
    let fraction = match.2.flatMap { Double("0" + $0) } ?? 0
    let hours = match.4.flatMap { Double($0) } ?? 0
    let minutes = match.5.flatMap { Double($0) } ?? 0
    guard hours < 24 else { return nil }
    let offset = (hours * 60 + minutes) * (match.3 == "-" ? -60 : 60)
    self = date - offset + fraction
    guard Self.transcriptDates.contains(self) else { return nil }
  }

  /// The nearest date that has a year of four digits; the first, if this is no number.
  var nearestInTranscript: Date {
    let (lower, upper) = (Self.transcriptDates.lowerBound, Self.transcriptDates.upperBound)
    let interval = Double.minimum(
      // Of a number and NaN, this gives the number.
      Double.maximum(timeIntervalSinceReferenceDate, lower.timeIntervalSinceReferenceDate),
      upper.timeIntervalSinceReferenceDate
    )
    return Date(timeIntervalSinceReferenceDate: interval)
  }

  /// The date as a transcript writes it, with the fewest decimals that read as the same date.
  ///
  /// There are at most nine. What a year of four digits can't tell becomes the nearest it can.
  var transcriptText: String {
    let interval = nearestInTranscript.timeIntervalSinceReferenceDate
    let seconds = interval.rounded(.down)
    let fraction = interval - seconds
    let decimals = (0...9).lazy
      .map { Self.decimals(of: fraction, places: $0) }
      .first { seconds + (Double("0" + $0) ?? 0) == interval }
    let text = Date(timeIntervalSinceReferenceDate: seconds).ISO8601Format()
    return text.dropLast() + (decimals ?? Self.decimals(of: fraction, places: 9)) + "Z"
  }

  private static func decimals(of fraction: Double, places: Int) -> String {
    guard places > 0 else { return "" }
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let digits = String(min(Int((fraction * Double(scale)).rounded()), scale - 1))
    return "." + String(repeating: "0", count: places - digits.count) + digits
  }
}
