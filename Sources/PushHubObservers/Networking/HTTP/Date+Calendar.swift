package import Foundation

/// Dates as a clock on the wall shows them, which may show anything: an app's own scheduler, and a
/// system whose clock was never set.
extension Date {
  /// The years 1 to 9999, in seconds since 1970.
  private static let calendar = -62_135_596_800.0..<253_402_300_800

  /// Whether a clock that shows this shows a time: whoever computes with anything else gets nowhere.
  ///
  /// What depends on the time waits until a clock shows one, and looks again after ``pauseWithoutTime``.
  package var isTime: Bool { Self.calendar.contains(timeIntervalSince1970) }

  /// When to look again at a clock that shows no time, which may say more then.
  package static let pauseWithoutTime = Duration.seconds(60)

  /// Whole seconds since 1970, cut off, for any date; what is before all time or after it is moved to
  /// the nearest time that there is, and what is no number to 1970.
  package var wholeSeconds: Int {
    guard !timeIntervalSince1970.isNaN else { return 0 }
    let seconds = max(Self.calendar.lowerBound, timeIntervalSince1970)
    return Int(min(seconds, Self.calendar.upperBound - 1).rounded(.down))
  }
}
