import Foundation
import PushHub
import Testing

@testable import PushHubAlerts
@testable import PushHubNetworking

/// Nights in which clocks are turned, minute by minute, against what a calendar shows.
struct QuietNightModelTests {
  /// Every minute of some days, with what the clock shows: in minutes since 1970.
  private struct Minutes {
    let begin: Int
    let readings: [Int]

    init(around instant: Int, in zone: TimeZone) {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone
      var utc = Calendar(identifier: .gregorian)
      utc.timeZone = .gmt
      let begin = instant - 36 * 3_600
      self.begin = begin
      readings = (0..<72 * 60).map { minute in
        let date = Date(timeIntervalSince1970: Double(begin + minute * 60))
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
        return Int((utc.date(from: parts) ?? .distantPast).timeIntervalSince1970) / 60
      }
    }

    /// Which minutes are quiet, by the rule as it stands in the documentation.
    func quiet(_ window: QuietWindow) -> [Bool] {
      var quiet = Array(repeating: false, count: readings.count)
      let days = readings[0] / 1_440...readings[readings.count - 1] / 1_440
      for day in days.lowerBound - 1...days.upperBound {
        let from = day * 1_440 + window.from.minutes
        let to = (window.from < window.to ? day : day + 1) * 1_440 + window.to.minutes
        guard let first = readings.firstIndex(where: { $0 >= from }),
          let last = readings.lastIndex(where: { $0 < to }), first <= last
        else { continue }
        for minute in first...last {
          quiet[minute] = true
        }
      }
      return quiet
    }
  }

  private static let nights = [
    ("Europe/Berlin", "2025-03-30T01:00Z"), ("Europe/Berlin", "2025-10-26T01:00Z"),
    ("America/New_York", "2025-03-09T07:00Z"), ("America/New_York", "2025-11-02T06:00Z"),
    ("Australia/Lord_Howe", "2025-04-05T15:00Z"), ("Australia/Lord_Howe", "2025-10-04T15:30Z"),
    ("America/Santiago", "2025-04-06T03:00Z"), ("America/Santiago", "2025-09-07T04:00Z"),
  ]

  private var times: [TimeOfDay] {
    let usual = ["00:30", "02:30", "23:30"]
    let more = ["00:00", "01:45", "07:00"]
    return Exhaustive.choose(usual, thorough: usual + more).compactMap { TimeOfDay($0) }
  }

  @Test(arguments: nights)
  func `every minute of the night is quiet if the documentation says so`(
    name: String,
    turn: String
  ) throws {
    let zone = try #require(TimeZone(identifier: name))
    let instant = try #require(Date(minute: turn)).wholeSeconds
    let minutes = Minutes(around: instant, in: zone)
    let clock = WallClock(of: zone, over: minutes.begin...(minutes.begin + 3 * 86_400))
    let middle = minutes.readings.count / 2
    #expect(minutes.readings[middle] - minutes.readings[middle - 1] != 1)
    let looks = Array(
      stride(from: middle - 150, to: middle + 150, by: Exhaustive.choose(7, thorough: 1))
    )
    var mistakes: [String] = []
    var count = 0
    for from in times {
      for to in times {
        let window = QuietWindow(from: from, to: to)
        let expected = minutes.quiet(window)
        for minute in looks {
          let hours = QuietHours([window], at: minutes.begin + minute * 60, by: clock)
          let change = expected[minute...].firstIndex { $0 != expected[minute] }
            .map { minutes.begin + $0 * 60 }
          count += 1
          if hours.isQuiet != expected[minute] || change != nil && hours.nextChange != change {
            mistakes.append("\(from)-\(to), \(minute - middle) minutes from the turn: \(hours)")
          }
        }
      }
    }
    #expect(mistakes.prefix(5) == [])
    #expect(loudCount(in: minutes) == 0)
    #expect(count == times.count * times.count * looks.count)
  }

  /// How many minutes are not quiet although the clock shows a time in the window.
  private func loudCount(in minutes: Minutes) -> Int {
    let middle = minutes.readings.count / 2
    var loudCount = 0
    for window in times.flatMap({ from in times.map { QuietWindow(from: from, to: $0) } }) {
      let quiet = minutes.quiet(window)
      let (from, to) = (window.from.minutes, window.to.minutes)
      for minute in middle - 300..<middle + 300 {
        let time = minutes.readings[minute] % 1_440
        let isInside = from < to ? time >= from && time < to : time >= from || time < to
        loudCount += isInside && !quiet[minute] ? 1 : 0
      }
    }
    return loudCount
  }
}
