import Foundation
import Testing

@testable import PushHubNetworking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct RetryAfterTests {
  /// The first second of 2026, UTC.
  static let now = Date(timeIntervalSince1970: 1_767_225_600)

  private func duration(_ text: String, responseDate: String? = nil) -> Duration? {
    Duration(retryAfter: text, responseDate: responseDate, now: Self.now)
  }

  @Test(arguments: [("1", 1), ("120", 120), (" 7 ", 7), ("007", 7), ("86400", 86_400)])
  func `seconds are seconds`(text: String, seconds: Int) {
    #expect(duration(text) == .seconds(seconds))
  }

  @Test(
    arguments: ["86401", "9223372036854775807", "9223372036854775808", "99999999999999999999999"]
  )
  func `a wait of more than a day is a day`(text: String) {
    #expect(duration(text) == .seconds(86_400))
  }

  @Test(arguments: [
    "", " ", "0", "-1", "+1", "1.5", "1e3", "0x10", "1 2", "1, 2", "soon", "１２", "1s",
  ])
  func `other values are ignored`(text: String) {
    #expect(duration(text) == nil)
  }

  @Test(
    arguments: [
      "Thu, 01 Jan 2026 00:01:30 GMT", "Thursday, 01-Jan-26 00:01:30 GMT",
      "Thu Jan  1 00:01:30 2026",
    ]
  )
  func `a date is compared with the device's clock`(text: String) {
    #expect(duration(text) == .seconds(90))
  }

  @Test func `a date is compared with the answer's date if there is one`() {
    let date = "Wed, 01 Jan 2020 00:00:30 GMT"
    #expect(duration(date, responseDate: "Wed, 01 Jan 2020 00:00:00 GMT") == .seconds(30))
  }

  @Test func `an answer's malformed date is ignored`() {
    #expect(
      duration("Thu, 01 Jan 2026 00:00:10 GMT", responseDate: "yesterday") == .seconds(10)
    )
  }

  @Test func `a date in the past is no delay`() {
    #expect(duration("Thu, 01 Jan 2015 00:00:00 GMT") == nil)
  }

  @Test func `a date far ahead is a day`() {
    #expect(duration("Fri, 31 Dec 9999 23:59:59 GMT") == .seconds(86_400))
  }

  @Test(arguments: [
    (200, false), (304, false), (399, false), (400, true), (429, true), (503, true),
  ])
  func `only failures have one`(status: Int, isHeard: Bool) throws {
    let url = try #require(URL(string: "http://example.com"))
    let response = try #require(
      HTTPURLResponse(
        url: url,
        statusCode: status,
        httpVersion: nil,
        headerFields: ["retry-after": "5"]
      )
    )
    #expect((Duration(retryAfter: response, now: Self.now) != nil) == isHeard)
  }

  private func seconds(_ text: String) -> TimeInterval? {
    Date(httpText: text)?.timeIntervalSince1970
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
      ("Thursday, 01-Jan-26 00:01:30 GMT", 1_767_225_690),
      ("Thu Jan  1 00:01:30 2026", 1_767_225_690),
      ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ]
  )
  func `dates near and far are read`(text: String, expected: Int) {
    #expect(seconds(text) == TimeInterval(expected))
  }

  @Test(
    arguments: [
      "", " ", "soon", "120", "1994-11-06T08:49:37Z", "06 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37 UTC",
      "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 06 Foo 1994 08:49:37 GMT",
      "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 2025 08:49:37 GMT",
      "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
      "Sun, 06 Nov 1994 08:49 GMT", "Sunday, 06-Nov 08:49:37 GMT",
      "Sun Nov  6 08:49:37 1994 GMT", "Sun Nov 006 08:49:37",
      "Fri, 02 Jan 2 0:00:00\u{5b8}\u{fffd}", "Fri, 02 Jan 2026 00:00:00 GMT\u{301}",
    ]
  )
  func `other texts are not dates`(text: String) {
    #expect(seconds(text) == nil)
  }
}
