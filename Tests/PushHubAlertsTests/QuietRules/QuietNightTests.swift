import Foundation
import Testing

@testable import PushHubAlerts
@testable import TestSupport

/// Nights in which clocks are turned, minute by minute, against what a calendar shows.
struct QuietNightTests {
  private static let nights = [
    ("Europe/Berlin", "2025-03-30T01:00Z"), ("Europe/Berlin", "2025-10-26T01:00Z"),
    ("America/New_York", "2025-03-09T07:00Z"), ("America/New_York", "2025-11-02T06:00Z"),
    ("Australia/Lord_Howe", "2025-04-05T15:00Z"), ("Australia/Lord_Howe", "2025-10-04T15:30Z"),
    ("America/Santiago", "2025-04-06T03:00Z"), ("America/Santiago", "2025-09-07T04:00Z"),
    ("Pacific/Apia", "2011-12-30T10:00Z"), ("Europe/Berlin", "1969-12-31T23:00Z"),
  ]

  private var windows: [QuietWindow] {
    let texts = ["00:30", "02:30", "23:30"] + Exhaustive.choose([], thorough: ["00:00", "01:45"])
    let times = texts.compactMap { TimeOfDay(rawValue: $0) }
    return times.flatMap { from in
      times.flatMap { to in
        [nil, [.saturday], [.sunday, .tuesday]]
          .map { QuietWindow(from: from, to: to, weekdays: $0) }
      }
    }
  }

  /// What a clock shows at some instant.
  private struct Reading {
    let time: TimeOfDay
    let today: Locale.Weekday
    let yesterday: Locale.Weekday

    init(at date: Date, by calendar: Calendar) {
      let parts = calendar.dateComponents([.weekday, .hour, .minute], from: date)
      time = TimeOfDay(hour: parts.hour ?? 0, minute: parts.minute ?? 0)
      today = Self.week[(parts.weekday ?? 1) - 1]
      yesterday = Self.week[((parts.weekday ?? 1) + 5) % 7]
    }

    static let week: [Locale.Weekday] = [
      .sunday, .monday, .tuesday, .wednesday, .thursday, .friday, .saturday,
    ]
  }

  /// By the rule as it stands in the documentation.
  private func isQuiet(_ window: QuietWindow, at clock: Reading) -> Bool {
    let days = window.weekdays ?? Set(Reading.week)
    if window.from < window.to {
      return days.contains(clock.today) && clock.time >= window.from && clock.time < window.to
    }
    return days.contains(clock.today) && clock.time >= window.from
      || days.contains(clock.yesterday) && clock.time < window.to
  }

  @Test(arguments: nights)
  func `every minute is quiet at which the clock shows a time in the window`(
    name: String,
    turn: String
  ) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: name))
    let turn = try #require(Date(minute: turn))
    let hours = Exhaustive.choose(28, thorough: 40)
    let minutes = (-hours * 60..<hours * 60).map { turn + Double($0) * 60 }
    let readings = minutes.map { Reading(at: $0, by: calendar) }
    var mistakes: [String] = []
    for window in windows {
      let quiet = QuietHours([window], in: calendar.timeZone)
      let expected = readings.map { isQuiet(window, at: $0) }
      let step = Exhaustive.choose(97, thorough: 11)
      for minute in stride(from: 0, to: minutes.count, by: step) {
        let date = minutes[minute]
        let change = expected[minute...].firstIndex { $0 != expected[minute] }.map { minutes[$0] }
        let found = quiet.nextChange(after: date)
        if quiet.isQuiet(at: date) != expected[minute]
          || found != change
            && (change != nil || found.map { $0 < minutes[minutes.count - 1] } == true)
        {
          mistakes.append(
            "\(window.from.rawValue)-\(window.to.rawValue) at \(date): \(String(describing: found))"
          )
        }
      }
    }
    #expect(mistakes.prefix(5) == [])
  }

  @Test func `an hour or a minute that no clock shows is the nearest that one does`() {
    #expect(TimeOfDay(hour: 24, minute: 60).rawValue == "23:59")
    #expect(TimeOfDay(hour: -1, minute: -1).rawValue == "00:00")
  }

  @Test(arguments: [
    "", "7:00", "07:0", "24:00", "07:60", "07-00", "0७:00", "+7:00", "0::00", "07:/9",
    "07:00 ",
  ])
  func `another form is no time of day`(text: String) {
    #expect(TimeOfDay(rawValue: text) == nil)
  }

  @Test func `windows that touch are one, and those that cover all never end`() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    func end(of windows: String..., at date: String) throws -> Date? {
      let date = try #require(Date(minute: date))
      let hours = QuietHours(windows.compactMap(QuietWindow.init(text:)), in: zone)
      #expect(hours.isQuiet(at: date) == !windows.isEmpty)
      return hours.nextChange(after: date)
    }
    let night = try end(
      of: "22:00-02:00",
      "02:00-07:00",
      "06:00-06:30",
      at: "2025-03-29T21:00Z"
    )
    #expect(night == Date(minute: "2025-03-30T05:00Z"))
    #expect(try end(of: "00:00-12:00", "12:00-00:00", at: "2025-03-29T21:00Z") == nil)
    #expect(try end(of: "05:00-05:00", at: "2025-10-25T21:00Z") == nil)
    #expect(try end(at: "2025-10-25T21:00Z") == nil)
  }

  @Test(arguments: [1, 30, 59, 61, 3_599])
  func `a window begins to the second, at whatever second that is asked`(before: Double) throws {
    let window = try #require(QuietWindow(text: "22:00-07:00"))
    let begin = try #require(Date(minute: "2025-03-29T22:00Z"))
    let hours = QuietHours([window], in: .gmt)
    #expect(!hours.isQuiet(at: begin - before))
    #expect(hours.nextChange(after: begin - before) == begin)
  }
}

extension QuietWindow {
  /// Reads `22:00-07:00`.
  init?(text: String) {
    let times = text.split(separator: "-").compactMap { TimeOfDay(rawValue: String($0)) }
    guard times.count == 2 else { return nil }
    self.init(from: times[0], to: times[1])
  }
}

extension Date {
  /// Reads `2025-03-30T01:00Z`.
  init?(minute: String) {
    guard
      let date = try? Date("\(minute.dropLast()):00Z", strategy: .iso8601)
    else { return nil }
    self = date
  }
}
