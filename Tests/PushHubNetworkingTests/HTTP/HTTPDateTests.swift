import Foundation
import Testing

@testable import PushHubNetworking

struct HTTPDateTests {
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
