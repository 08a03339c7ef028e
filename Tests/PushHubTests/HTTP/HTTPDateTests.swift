import Foundation
import Testing

@testable import PushHubObservers

@Suite(.timeLimit(.minutes(5)))
struct HTTPDateTests {
  /// The first second of 2026, UTC.
  static let now = Date(timeIntervalSince1970: 1_767_225_600)

  private func seconds(_ text: String, now: Date = now) -> TimeInterval? {
    HTTPDate(text, now: now)?.date.timeIntervalSince1970
  }

  @Test(
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
      "Sun Nov  6 08:49:37 1994",
    ]
  )
  func `the three forms of RFC 9110 are one date`(text: String) {
    #expect(seconds(text) == 784_111_777)
  }

  @Test(
    arguments: [
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
      ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
      ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
      ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
      ("Sat, 01 Jan 0000 00:00:00 GMT", -62_167_219_200),
    ]
  )
  func `the ends of the calendar are read`(text: String, expected: Int) {
    #expect(seconds(text) == TimeInterval(expected))
  }

  @Test(
    arguments: [
      "", " ", "soon", "120", "1994-11-06T08:49:37Z", "06 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
      "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 6 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
      "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
      "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 1900 08:49:37 GMT",
      "Sun, 29 Feb 2025 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
      "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
      "Sun, 06 Nov 1994 08:49:37:00 GMT", "Sun, 06 Nov 1994 -8:49:37 GMT",
      "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov -994 08:49:37 GMT",
      "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37",
      "Sunday, 06-Nov 08:49:37 GMT", "Sunday, 06--Nov-94 08:49:37 GMT",
      "Sun Nov  6 08:49:37 94", "Sun Nov  6 08:49:37 1994 GMT", "Sun Nov 006 08:49:37 1994",
      "Sun, ０６ Nov 1994 08:49:37 GMT",
    ]
  )
  func `anything else is no date`(text: String) {
    #expect(seconds(text) == nil)
  }

  @Test(
    arguments: [
      ("94", 1994), ("25", 2025), ("26", 2026), ("76", 2076), ("77", 1977), ("00", 2000),
      ("99", 1999),
    ]
  )
  func `a year with two digits is at most 50 years ahead`(digits: String, year: Int) {
    #expect(
      seconds("Sunday, 01-Mar-\(digits) 00:00:00 GMT")
        == seconds("Sun, 01 Mar \(year) 00:00:00 GMT")
    )
  }

  @Test func `a year with two digits is read at the end of a century too`() throws {
    let end = try #require(HTTPDate("Thu, 31 Dec 2099 23:59:59 GMT", now: Self.now)?.date)
    for (digits, year) in [("00", 2100), ("49", 2149), ("50", 2050), ("99", 2099)] {
      #expect(
        seconds("Sunday, 01-Mar-\(digits) 00:00:00 GMT", now: end)
          == seconds("Sun, 01 Mar \(year) 00:00:00 GMT")
      )
    }
  }

  @Test func `every day of 400 years is the day after the one before`() throws {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    var previous = try #require(seconds("Sun, 31 Dec 1799 00:00:00 GMT"))
    var count = 0
    for year in 1800..<2200 {
      for month in months {
        for day in 1...31 {
          let text = "Sun, \(day < 10 ? "0" : "")\(day) \(month) \(year) 00:00:00 GMT"
          guard let next = seconds(text) else { continue }
          try #require(next - previous == 86_400, "\(text)")
          previous = next
          count += 1
        }
      }
    }
    #expect(count == 146_097)
    #expect(seconds("Sun, 31 Dec 2199 00:00:00 GMT") == previous)
  }
}
