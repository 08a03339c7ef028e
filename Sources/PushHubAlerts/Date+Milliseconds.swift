import Foundation

extension Date {
  /// Seconds since 1970, as exact as they are stored: with all digits, a date that was read again would
  /// differ from itself.
  var secondsToTheMillisecond: Double {
    let seconds = timeIntervalSince1970
    // So far away there are no milliseconds, and a thousand times as much may be infinite.
    return abs(seconds) < 1e12 ? (seconds * 1_000).rounded() / 1_000 : seconds
  }

  /// The date as it is read again once it is stored.
  var toTheMillisecond: Date { Date(timeIntervalSince1970: secondsToTheMillisecond) }
}
