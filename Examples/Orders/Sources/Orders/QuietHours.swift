public import Foundation

/// The hours of each night in which no banner should wake the user.
public struct QuietHours: Hashable, Sendable {
  /// Which hours they are.
  public var hours: Range<Int>

  /// The calendar of the place where the user is.
  public var calendar: Calendar

  /// Makes quiet hours.
  ///
  /// - Parameters:
  ///   - hours: From the hour at which they begin up to that at which they end, counted on past
  ///     midnight: 22 up to 31 ends at seven in the morning.
  ///   - calendar: The calendar of the place where the user is.
  public init(_ hours: Range<Int> = 22..<31, calendar: Calendar = .autoupdatingCurrent) {
    self.hours = hours
    self.calendar = calendar
  }

  /// Whether it is quiet at a date.
  public func contains(_ date: Date) -> Bool {
    let hour = calendar.component(.hour, from: date)
    return hours.contains(hour) || hours.contains(hour + 24)
  }
}
