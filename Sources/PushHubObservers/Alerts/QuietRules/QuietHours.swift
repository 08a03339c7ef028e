import Foundation
import PushHub
import PushHubNetworking

/// Whether windows make it quiet, and until when that stays so.
///
/// It follows from the windows, an instant and a zone alone, so that a clock that is turned and a device
/// that travels leave nothing behind.
struct QuietHours: Hashable, Sendable {
  let isQuiet: Bool

  /// When that changes, in seconds since 1970; nil for never.
  let nextChange: Int?

  /// Nobody knows whether it is night by a clock that shows no time: then it is not quiet.
  init(_ windows: [QuietWindow], at date: Date, in zone: TimeZone) {
    self.init(date.isTime ? windows : [], at: date.wholeSeconds, in: zone)
  }

  init(_ windows: [QuietWindow], at instant: Int, in zone: TimeZone) {
    let days = windows.isEmpty ? 0 : Self.horizon
    let clock = WallClock(
      of: zone,
      over: (instant - 3 * WallClock.day)...(instant + days * WallClock.day)
    )
    self.init(windows, at: instant, by: clock)
  }

  init(_ windows: [QuietWindow], at instant: Int, by clock: WallClock) {
    let today = WallClock.day(of: clock.reading(at: instant))
    // A window of two days ago may end late, and one of tomorrow begin early, where clocks are turned.
    let stretches = windows.flatMap { window in
      (today - 2...today + Self.horizon).compactMap { window.stretch(ofDay: $0, by: clock) }
    }
    .sorted { $0.lowerBound < $1.lowerBound }
    var end = instant
    for stretch in stretches where stretch.lowerBound <= end {
      end = max(end, stretch.upperBound)
    }
    isQuiet = end > instant
    let isEndless = end >= clock.first(reading: (today + Self.horizon) * WallClock.day)
    let begin = stretches.first { $0.lowerBound > instant }?.lowerBound
    nextChange = isQuiet ? (isEndless ? nil : end) : begin
  }

  /// How many days ahead are looked at: two weeks, since one window may be skipped whole, and a day
  /// more, since days are not equally long.
  private static let horizon = 15
}
