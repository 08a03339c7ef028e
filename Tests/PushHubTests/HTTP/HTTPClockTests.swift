import Foundation
import PushHub
import Testing

@testable import PushHubNetworking

/// What a server says of time to a device whose clock shows none.
struct HTTPClockTests {
  private static let dates = [
    "Thu, 01 Jan 2026 00:01:30 GMT", "Thursday, 01-Jan-26 00:01:30 GMT",
    "Thu Jan  1 00:01:30 2026",
  ]

  @Test(arguments: WrongClock.bad)
  func `no clock makes a wish longer than is believed`(seconds: Double) {
    let now = Date(timeIntervalSince1970: seconds)
    for text in Self.dates {
      let wish = RetryAfter(text, now: now)
      #expect(wish.map { (.zero...RetryAfter.maximum).contains($0.duration) } ?? true)
      #expect(RetryAfter("120", now: now)?.duration == .seconds(120))
    }
  }

  @Test(arguments: WrongClock.timeless)
  func `a date says nothing to who does not know what time it is`(seconds: Double) {
    let now = Date(timeIntervalSince1970: seconds)
    for text in Self.dates {
      #expect(RetryAfter(text, now: now) == nil)
    }
  }

  @Test(arguments: WrongClock.timeless)
  func `a date says as much as the server's own clock allows`(seconds: Double) {
    let now = Date(timeIntervalSince1970: seconds)
    let date = "Thu, 01 Jan 2026 00:00:00 GMT"
    #expect(RetryAfter(Self.dates[0], responseDate: date, now: now)?.duration == .seconds(90))
    #expect(HTTPDate(Self.dates[1], now: now) == nil)
  }
}
