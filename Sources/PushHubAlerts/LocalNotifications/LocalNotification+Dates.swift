import Foundation

extension LocalNotification.Trigger {
  var repeats: Bool {
    if case .calendar(_, repeats: true) = self { true } else { false }
  }

  /// Returns the date when a notification is shown that was scheduled at a date; `nil` if never.
  ///
  /// - Parameter zone: The time zone of the device.
  func date(after date: Date, in zone: TimeZone) -> Date? {
    switch self {
    case .at(let moment): moment
    case .after(let delay): date + max(1, delay / .seconds(1))
    case .calendar(let components, _): components.date(after: date, in: zone)
    }
  }
}

extension DateComponents {
  private static let fieldsOfDays: [Calendar.Component] = {
    var fields: [Calendar.Component] = [
      .era, .year, .yearForWeekOfYear, .quarter, .month, .weekOfYear, .weekOfMonth, .weekday,
      .weekdayOrdinal, .day,
    ]
    if #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) {
      fields.append(.dayOfYear)
    }
    return fields
  }()

  /// The first time after a date that has these components, in the 40 years after it.
  ///
  /// Foundation finds the time of day. It does not find the day: that search may never end, and it leaves
  /// out a day on which the clock skips the time.
  fileprivate func date(after date: Date, in zone: TimeZone) -> Date? {
    var place = calendar ?? Calendar(identifier: .gregorian)
    place.timeZone = timeZone ?? zone
    let fields = Set(Self.fieldsOfDays.filter { value(for: $0) != nil })
    var time = DateComponents(hour: hour, minute: minute, second: second)
    if time == DateComponents(), !fields.isEmpty { time.hour = 0 }
    var day = place.startOfDay(for: date)
    let end = day + 40 * 366 * 86_400
    while day < end {
      let found = place.dateComponents(fields, from: day)
      var next = place.startOfDay(for: day + 108_000)
      if fields.allSatisfy({ found.value(for: $0) == value(for: $0) }) {
        let start = max(date, day - 1)
        let moment = place.nextDate(after: start, matching: time, matchingPolicy: .nextTime)
        guard let moment else { return nil }
        if moment < next { return moment }
      } else if found.month != month {
        next = place.dateInterval(of: .month, for: day)?.end ?? end
      }
      day = next
    }
    return nil
  }
}
