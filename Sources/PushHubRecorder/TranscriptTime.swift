import Foundation
package import PushHub

/// Times of a transcript: seconds as decimal numbers, exact to the nanosecond.
extension Duration {
  /// The duration of so many seconds, rounded to the nearest nanosecond, halves away from zero.
  ///
  /// - Returns: `nil` from 9 000 000 000 seconds on, since 64 bits hold little more in nanoseconds, and for
  ///   a number that is no `Decimal`.
  package init?(seconds number: JSONNumber) {
    guard var exact = number.decimal.map({ $0 * 1_000_000_000 }) else { return nil }
    var rounded = Decimal()
    unsafe NSDecimalRound(&rounded, &exact, 0, .plain)
    guard rounded.magnitude < 9_000_000_000_000_000_000, let nanoseconds = Int64("\(rounded)")
    else { return nil }
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
