import Foundation
import PushHub
import Testing

@testable import PushHubAlerts
@testable import PushHubNetworking

/// One night in which clocks are turned, and a window that takes place in it, or doesn't.
struct TurnedNight: CustomTestStringConvertible {
  let zone: String
  let weekday: Locale.Weekday
  let window: String

  /// When it should be quiet, in UTC; nil for not at all.
  let begin: String?
  let end: String

  init(
    _ zone: String,
    _ weekday: Locale.Weekday,
    _ window: String,
    _ begin: String?,
    _ end: String
  ) {
    (self.zone, self.weekday, self.window) = (zone, weekday, window)
    (self.begin, self.end) = (begin, end)
  }

  var testDescription: String { "\(window) in \(zone), \(end)" }
}

extension TurnedNight {
  /// 02:00 becomes 03:00 on 30 March at 01:00 in UTC; 03:00 becomes 02:00 on 26 October at 01:00.
  static let berlin = [
    Self("Europe/Berlin", .saturday, "22:00-07:00", "2025-03-29T21:00Z", "2025-03-30T05:00Z"),
    Self("Europe/Berlin", .sunday, "02:30-07:00", "2025-03-30T01:00Z", "2025-03-30T05:00Z"),
    Self("Europe/Berlin", .saturday, "22:00-02:30", "2025-03-29T21:00Z", "2025-03-30T01:00Z"),
    Self("Europe/Berlin", .sunday, "02:10-02:50", nil, "2025-03-30T01:00Z"),
    Self("Europe/Berlin", .saturday, "22:00-07:00", "2025-10-25T20:00Z", "2025-10-26T06:00Z"),
    Self("Europe/Berlin", .sunday, "02:30-07:00", "2025-10-26T00:30Z", "2025-10-26T06:00Z"),
    Self("Europe/Berlin", .saturday, "22:00-02:30", "2025-10-25T20:00Z", "2025-10-26T01:30Z"),
    Self("Europe/Berlin", .sunday, "02:10-02:50", "2025-10-26T00:10Z", "2025-10-26T01:50Z"),
  ]

  /// 02:00 becomes 03:00 on 9 March at 07:00 in UTC; 02:00 becomes 01:00 on 2 November at 06:00.
  static let newYork = [
    Self("America/New_York", .saturday, "22:00-07:00", "2025-03-09T03:00Z", "2025-03-09T11:00Z"),
    Self("America/New_York", .sunday, "02:30-07:00", "2025-03-09T07:00Z", "2025-03-09T11:00Z"),
    Self("America/New_York", .saturday, "22:00-02:30", "2025-03-09T03:00Z", "2025-03-09T07:00Z"),
    Self("America/New_York", .sunday, "02:00-03:00", nil, "2025-03-09T07:00Z"),
    Self("America/New_York", .saturday, "22:00-07:00", "2025-11-02T02:00Z", "2025-11-02T12:00Z"),
    Self("America/New_York", .sunday, "01:30-07:00", "2025-11-02T05:30Z", "2025-11-02T12:00Z"),
    Self("America/New_York", .saturday, "22:00-01:30", "2025-11-02T02:00Z", "2025-11-02T06:30Z"),
    Self("America/New_York", .sunday, "01:10-01:50", "2025-11-02T05:10Z", "2025-11-02T06:50Z"),
  ]

  /// 02:00 becomes 01:30 on 5 April at 15:00 in UTC; 02:00 becomes 02:30 on 4 October at 15:30.
  static let lordHowe = [
    Self("Australia/Lord_Howe", .saturday, "22:00-07:00", "2025-04-05T11:00Z", "2025-04-05T20:30Z"),
    Self("Australia/Lord_Howe", .sunday, "01:45-07:00", "2025-04-05T14:45Z", "2025-04-05T20:30Z"),
    Self("Australia/Lord_Howe", .saturday, "22:00-01:45", "2025-04-05T11:00Z", "2025-04-05T15:15Z"),
    Self("Australia/Lord_Howe", .sunday, "01:40-01:50", "2025-04-05T14:40Z", "2025-04-05T15:20Z"),
    Self("Australia/Lord_Howe", .saturday, "22:00-07:00", "2025-10-04T11:30Z", "2025-10-04T20:00Z"),
    Self("Australia/Lord_Howe", .sunday, "02:15-07:00", "2025-10-04T15:30Z", "2025-10-04T20:00Z"),
    Self("Australia/Lord_Howe", .saturday, "22:00-02:15", "2025-10-04T11:30Z", "2025-10-04T15:30Z"),
    Self("Australia/Lord_Howe", .sunday, "02:05-02:25", nil, "2025-10-04T15:30Z"),
  ]

  /// Midnight becomes 23:00 on 6 April at 03:00 in UTC, and 01:00 on 7 September at 04:00.
  static let santiago = [
    Self("America/Santiago", .saturday, "23:30-07:00", "2025-04-06T02:30Z", "2025-04-06T11:00Z"),
    Self("America/Santiago", .saturday, "22:00-23:30", "2025-04-06T01:00Z", "2025-04-06T03:30Z"),
    Self("America/Santiago", .saturday, "23:10-23:50", "2025-04-06T02:10Z", "2025-04-06T03:50Z"),
    Self("America/Santiago", .sunday, "00:00-07:00", "2025-04-06T04:00Z", "2025-04-06T11:00Z"),
    Self("America/Santiago", .sunday, "00:00-07:00", "2025-09-07T04:00Z", "2025-09-07T10:00Z"),
    Self("America/Santiago", .sunday, "00:30-07:00", "2025-09-07T04:00Z", "2025-09-07T10:00Z"),
    Self("America/Santiago", .saturday, "22:00-00:00", "2025-09-07T02:00Z", "2025-09-07T04:00Z"),
    Self("America/Santiago", .saturday, "22:00-00:30", "2025-09-07T02:00Z", "2025-09-07T04:00Z"),
    Self("America/Santiago", .sunday, "00:10-00:50", nil, "2025-09-07T04:00Z"),
  ]
}

struct QuietNightTests {
  @Test(
    arguments: TurnedNight.berlin + TurnedNight.newYork + TurnedNight.lordHowe
      + TurnedNight.santiago
  )
  func `a window in a night in which clocks are turned is as the table says`(
    night: TurnedNight
  ) throws {
    let zone = try #require(TimeZone(identifier: night.zone))
    var window = try #require(QuietWindow(text: night.window))
    window.weekdays = [night.weekday]
    let end = try #require(Date(minute: night.end)).wholeSeconds
    func look(_ instant: Int) -> QuietHours { QuietHours([window], at: instant, in: zone) }
    #expect(!look(end).isQuiet)
    let week = 7 * 86_400
    guard let begin = night.begin else {
      let hours = (-3...3).map { look(end + $0 * 3_600) }
      #expect(hours.allSatisfy { !$0.isQuiet })
      #expect(try #require(look(end - 1).nextChange) > end + week - 86_400)
      return
    }
    let first = try #require(Date(minute: begin)).wholeSeconds
    #expect(!look(first - 1).isQuiet)
    #expect(look(first - 1).nextChange == first)
    #expect(look(first).isQuiet)
    #expect(look(first).nextChange == end)
    #expect(look(end - 1).isQuiet)
  }

  @Test(arguments: [(0, 0), (9, 5), (23, 59), (-1, 70)])
  func `a time of day is two numbers of two digits`(hour: Int, minute: Int) {
    let time = TimeOfDay(hour: hour, minute: minute)
    #expect(TimeOfDay(time.description) == time)
    #expect((0..<1_440).contains(time.minutes))
  }

  @Test func `an hour or a minute that no clock shows is the nearest that one does`() {
    #expect(TimeOfDay(hour: 24, minute: 60).description == "23:59")
    #expect(TimeOfDay(hour: -1, minute: -1).description == "00:00")
  }

  @Test(arguments: [
    "", "7:00", "07:0", "24:00", "07:60", "07-00", "0७:00", "+7:00", "0::00", "07:/9",
    "07:00 ",
  ])
  func `another form is no time of day`(text: String) {
    #expect(TimeOfDay(text) == nil)
  }

  @Test func `windows that touch are one stretch, and those that cover all never end`() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    func look(_ windows: String..., at date: String) throws -> QuietHours {
      let instant = try #require(Date(minute: date)).wholeSeconds
      return QuietHours(windows.compactMap(QuietWindow.init(text:)), at: instant, in: zone)
    }
    let night = try look("22:00-02:00", "02:00-07:00", "06:00-06:30", at: "2025-03-29T21:00Z")
    #expect(night.isQuiet)
    #expect(night.nextChange == Date(minute: "2025-03-30T05:00Z")?.wholeSeconds)
    let always = try look("00:00-12:00", "12:00-00:00", at: "2025-03-29T21:00Z")
    #expect(always.isQuiet)
    #expect(always.nextChange == nil)
    let days = try look("05:00-05:00", at: "2025-10-25T21:00Z")
    #expect(days.isQuiet)
    #expect(days.nextChange == nil)
    let never = try look(at: "2025-10-25T21:00Z")
    #expect(!never.isQuiet)
    #expect(never.nextChange == nil)
  }

  @Test func `a day that a zone has left out takes no place and leaves nothing open`() throws {
    let zone = try #require(TimeZone(identifier: "Pacific/Apia"))
    let window = try #require(QuietWindow(text: "22:00-06:00"))
    let jump = try #require(Date(minute: "2011-12-30T10:00Z")).wholeSeconds
    func look(_ instant: Int) -> QuietHours { QuietHours([window], at: instant, in: zone) }
    #expect(look(jump - 1).isQuiet)
    #expect(look(jump - 1).nextChange == jump + 6 * 3_600)
    #expect(look(jump).isQuiet)
    #expect(!look(jump + 6 * 3_600).isQuiet)
  }
}

extension QuietWindow {
  /// Reads `22:00-07:00`.
  init?(text: String) {
    let times = text.split(separator: "-").compactMap { TimeOfDay(String($0)) }
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
