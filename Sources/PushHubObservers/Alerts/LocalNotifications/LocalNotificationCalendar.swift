import Foundation

/// When the calendar's time has some components.
struct LocalNotificationCalendar {
  private let calendar: Calendar

  /// Whether its times are those of the device, wherever that is.
  private let followsDevice: Bool

  init(_ calendar: Calendar) {
    self.calendar = calendar
    followsDevice =
      calendar == .autoupdatingCurrent || calendar.timeZone == .autoupdatingCurrent
  }

  /// The time zone of now.
  var zone: TimeZone { calendar.timeZone.asOfNow }

  /// What the system is to be told, which knows the device's time zone and no other.
  func told(_ notification: LocalNotification) -> LocalNotification {
    guard !followsDevice, case .calendar(var components, let repeats) = notification.trigger,
      components.timeZone == nil
    else { return notification }
    components.timeZone = calendar.timeZone
    var notification = notification
    notification.trigger = .calendar(components, repeats: repeats)
    return notification
  }

  /// The time zone that the system is to be told; nil for that of the device.
  func toldZone(of notification: LocalNotification) -> String? {
    guard case .calendar(let components, _) = told(notification).trigger else { return nil }
    return components.timeZone?.identifier
  }

  /// When a notification is shown next; nil if never.
  func date(of trigger: LocalNotification.Trigger, after date: Date) -> Date? {
    switch trigger {
    case .at(let moment): moment
    case .after(let delay): date + max(1, delay / .seconds(1))
    case .calendar(let components, _): next(after: date, matching: components)
    }
  }

  /// What clocks show is looked for where no time is left out, so that a 31 February never comes, and
  /// a time that the clocks of the place are put forward over does.
  private func next(after date: Date, matching components: DateComponents) -> Date? {
    var place = components.calendar ?? calendar
    place.timeZone = components.timeZone ?? calendar.timeZone
    var face = place
    face.timeZone = .gmt
    var components = components
    components.calendar = nil
    components.timeZone = nil
    var shown = date + Double(place.timeZone.secondsFromGMT(for: date))
    // More than once where clocks have been put back, or the components are odd.
    for _ in 0..<10 {
      guard let next = face.nextDate(after: shown, matching: components, matchingPolicy: .strict),
        next > shown
      else { return nil }
      shown = next
      let units: Set<Calendar.Component> = [.era, .year, .month, .day, .hour, .minute, .second]
      let whole = face.dateComponents(units, from: next)
      if let found = place.nextDate(after: date, matching: whole, matchingPolicy: .nextTime) {
        return found
      }
    }
    return nil
  }
}
