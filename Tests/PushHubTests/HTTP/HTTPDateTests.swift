import Foundation
import Testing

@testable import PushHubNetworking

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
      ("94", 1994), ("25", 2025), ("26", 2026), ("75", 2075), ("76", 1976), ("00", 2000),
      ("99", 1999),
    ]
  )
  func `a year with two digits is at most 50 years ahead`(digits: String, year: Int) {
    #expect(
      seconds("Sunday, 01-Mar-\(digits) 00:00:00 GMT")
        == seconds("Sun, 01 Mar \(year) 00:00:00 GMT")
    )
  }

  @Test(
    arguments: [
      ("01-Jan-76 00:00:00", "01 Jan 2076 00:00:00"),
      ("01-Jan-76 00:00:01", "01 Jan 1976 00:00:01"),
      ("02-Jan-76 00:00:00", "02 Jan 1976 00:00:00"),
      ("01-Mar-76 00:00:00", "01 Mar 1976 00:00:00"),
      ("31-Dec-75 23:59:60", "31 Dec 2075 23:59:60"),
      ("29-Feb-76 00:00:00", "29 Feb 1976 00:00:00"),
    ]
  )
  func `50 years are counted to the second`(short: String, full: String) {
    #expect(seconds("Monday, \(short) GMT") == seconds("Mon, \(full) GMT"))
  }

  @Test func `50 years after a leap day end before the first of March`() throws {
    let leapDay = try #require(HTTPDate("Thu, 29 Feb 2024 12:00:00 GMT", now: Self.now)?.date)
    #expect(
      seconds("Monday, 28-Feb-74 23:00:00 GMT", now: leapDay)
        == seconds("Mon, 28 Feb 2074 23:00:00 GMT")
    )
    #expect(
      seconds("Monday, 01-Mar-74 00:00:00 GMT", now: leapDay)
        == seconds("Fri, 01 Mar 1974 00:00:00 GMT")
    )
  }

  @Test func `with every day as the present, a day 50 years ahead is read, the next one is not`()
    throws
  {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    for year in [1970, 1999, 2000, 2026, 2049, 2050, 2099] {
      for month in 1...12 {
        for day in 1...28 {
          let name = "\(day < 10 ? "0" : "")\(day)"
          let text = { (year: Int) in "Mon, \(name) \(months[month - 1]) \(year) 12:00:00 GMT" }
          let now = try #require(HTTPDate(text(year), now: Self.now)?.date)
          let digits = "\((year + 50) % 100 < 10 ? "0" : "")\((year + 50) % 100)"
          let short = "Monday, \(name)-\(months[month - 1])-\(digits) 12:00:0"
          #expect(seconds(short + "0 GMT", now: now) == seconds(text(year + 50)))
          #expect(seconds(short + "1 GMT", now: now) == seconds(text(year - 50)).map { $0 + 1 })
        }
      }
    }
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

  @Test func `every day of centuries is the day after the one before`() throws {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let years = Exhaustive.choose(1890..<1910, thorough: 1800..<2200)
    var previous = try #require(seconds("Sun, 31 Dec \(years.lowerBound - 1) 00:00:00 GMT"))
    var count = 0
    for year in years {
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
    #expect(count == Exhaustive.choose(7_304, thorough: 146_097))
    #expect(seconds("Sun, 31 Dec \(years.upperBound - 1) 00:00:00 GMT") == previous)
  }
}
