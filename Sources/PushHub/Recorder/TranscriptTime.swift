import Foundation
package import PushHub

/// Times of a transcript: seconds as decimal numbers, exact to the nanosecond.
extension Duration {
  /// The duration of so many seconds, rounded to the nearest nanosecond, halves away from zero.
  ///
  /// - Returns: `nil` from 9 000 000 000 seconds on, since 64 bits hold little more in nanoseconds.
  package init?(seconds number: JSONNumber) {
    guard let double = number.double, abs(double) <= 9_000_000_000 else { return nil }
    self = .zero
    // What is not zero has an exponent near to how many digits there are.
    if double == 0 { return }
    let parts = number.text.split { $0 == "e" || $0 == "E" }
    let mantissa = parts[0].split(separator: ".")
    let digits = mantissa.joined()
    let decimals = mantissa.count == 2 ? mantissa[1].count : 0
    // By how many digits the number is longer in nanoseconds.
    let scale = 9 - decimals + (parts.count == 2 ? Int(parts[1]) ?? 0 : 0)
    if scale < -digits.count { return }
    let whole = digits.dropLast(max(0, -scale)) + String(repeating: "0", count: max(0, scale))
    let isRounded = scale < 0 && digits.suffix(-scale).first.map { $0 >= "5" } ?? false
    let sign: Int64 = double < 0 ? -1 : 1
    let nanoseconds = (Int64(whole) ?? 0) + (isRounded ? sign : 0)
    guard nanoseconds.magnitude < 9_000_000_000_000_000_000 else { return nil }
    self = .nanoseconds(nanoseconds)
  }
}

/// The start of a transcript: a date in the one form of ISO 8601 that RFC 3339 allows.
extension Date {
  /// Reads a date such as `2026-01-01T08:00:00Z`, with decimals or an offset if there are any.
  ///
  /// - Returns: `nil` for another form and for what no calendar or clock shows, like 30 February.
  init?(transcriptText text: String) {
    let form = /([0-9-]{10}T[0-9:]{8})(\.[0-9]+)?(?:Z|([+-])([0-9:]{5}))/
    guard let match = text.wholeMatch(of: form), let local = Date(instant: match.1),
      let offset = Date(instant: "1970-01-01T\(match.4 ?? "00:00"):00")?.timeIntervalSince1970
    else { return nil }
    let fraction = Double("0\(match.2 ?? "")") ?? 0
    self = local - (match.3 == "-" ? -offset : offset) + fraction
    let years = Date.distantPast..<Date(timeIntervalSince1970: 253_402_300_800)
    guard years.contains(self) else { return nil }
  }

  /// Reads what a calendar and a clock show, in universal time.
  private init?(instant text: some StringProtocol) {
    let utc = text + "Z"
    // Foundation's parser skips what it doesn't understand and counts the 30th of February on.
    guard let date = try? Self.ISO8601FormatStyle().parse(String(utc)), date.ISO8601Format() == utc
    else { return nil }
    self = date
  }

  /// The date as a transcript writes it, to the millisecond.
  var transcriptText: String {
    // Foundation cuts off what is finer.
    let date = Date(timeIntervalSince1970: ((timeIntervalSince1970 * 1000).rounded() + 0.5) / 1000)
    return date.ISO8601Format(Self.ISO8601FormatStyle(includingFractionalSeconds: true))
      .replacing(".000", with: "")
  }
}
