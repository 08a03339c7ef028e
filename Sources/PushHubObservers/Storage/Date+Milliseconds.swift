import Foundation

extension Date {
  /// Seconds since 1970, as exact as they are stored: with all digits, a date that was read again would
  /// differ from itself.
  var secondsToTheMillisecond: Double { (timeIntervalSince1970 * 1_000).rounded() / 1_000 }

  /// What is read again of the date that is stored.
  var toTheMillisecond: Date { Date(timeIntervalSince1970: secondsToTheMillisecond) }
}
