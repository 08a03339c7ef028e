import Foundation
import PushHub
import PushHubObservers
import PushHubRecorder
import Testing

@testable import TestSupport

struct TranscriptHeaderTests {
  @Test func `a header without anything more has the defaults`() throws {
    let header = try transcript("{\"transcript\":1}")
    #expect(header == Transcript())
    #expect(header.start.timeIntervalSince1970 == start("2026-01-01T00:00:00Z"))
    #expect(header[.tracked] == ["home", "me"])
    #expect(header[.list] == ["notifications"])
    #expect(header[.screenshots] == ["reader"])
  }

  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2026-01-01T08:00:00Z", 1_767_254_400),
      ("2024-02-29T23:59:59Z", 1_709_251_199), ("2026-01-01T08:00:00.5Z", 1_767_254_400.5),
      ("2026-01-01T08:00:00.25+08:00", 1_767_225_600.25),
      ("2026-01-01T00:00:00-05:30", 1_767_245_400),
      ("2026-01-01T00:00:00+00:00", 1_767_225_600), ("1969-12-31T23:59:59.75Z", -0.25),
      ("9999-12-31T23:59:59Z", 253_402_300_799),
    ] as [(String, Double)]
  )
  func `a start is a date with an offset, to a fraction of a second`(text: String, seconds: Double)
  {
    #expect(start(text) == seconds)
  }

  @Test(
    arguments: [
      "", "now", "2026-01-01", "2026-01-01T08:00:00", "2026-01-01T08:00:00Zjunk",
      "2026-01-01T08:00:00.Z", "2026-01-01 08:00:00Z", "20260101T080000Z", "2026-1-1T8:0:0Z",
      "2026-02-30T00:00:00Z", "2025-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
      "2026-00-10T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T23:60:00Z",
      "2026-01-01T23:59:60Z", "2026-01-01T08::0:00Z", "2026-01-01T00:00:00+24:00",
      "2026-01-01T00:00:00+05:60", "0000-01-01T00:00:00Z", "12026-01-01T00:00:00Z",
      "9999-12-31T23:59:59-00:01", "-026-01-01T00:00:00Z", "٢٠٢٦-01-01T00:00:00Z",
      "2026-01-01T08:00:00Z ", "\\u00002026-01-01T08:00:00Z",
    ]
  )
  func `what no calendar shows is no start`(text: String) {
    let error = transcriptError("{\"transcript\":1,\"start\":\"\(text)\"}")
    #expect(error?.line == 1)
    #expect(error?.message == "\"start\" must be a date such as 2026-01-01T08:00:00Z")
  }

  @Test(
    arguments: [
      (#"{"t":0,"end":{}}"#, "the first record must be the header, {\"transcript\":1}"),
      (#"{}"#, "the first record must be the header, {\"transcript\":1}"),
      (
        #"{"transcript":2,"later":1}"#,
        "the format of the transcript is 2, and this version of PushHub reads format 1"
      ),
      (#"{"transcript":"1"}"#, "\"transcript\" in the header must be a whole number"),
      (#"{"transcript":null}"#, "\"transcript\" in the header must be a whole number"),
      (
        #"{"transcript":1,"t":0}"#,
        "\"t\" has no place in the header, which may have "
          + "\"transcript\", \"start\", \"tracked\", \"list\", \"screenshots\", \"configuration\""
      ),
      (#"{"transcript":1,"transcript":1}"#, "\"transcript\" appears more than once in the header"),
      (#"{"transcript":1,"start":0}"#, "\"start\" in the header must be a text"),
      (#"{"transcript":1,"start":null}"#, "\"start\" in the header must be a text"),
      (#"{"transcript":1,"tracked":"a"}"#, "\"tracked\" in the header must be a list"),
      (#"{"transcript":1,"tracked":["a",1]}"#, "an element of \"tracked\" must be a text"),
      (#"{"transcript":1,"tracked":{}}"#, "\"tracked\" in the header must be a list"),
      (#"{"transcript":1,"list":["a"]}"#, "\"list\" in the header must be a text"),
      (#"{"transcript":1,"screenshots":1}"#, "\"screenshots\" in the header must be a text"),
    ]
  )
  func `a header that breaks the format is refused`(line: String, message: String) {
    let error = transcriptError("# first\n\n" + line)
    #expect(error?.line == 3)
    #expect(error?.message == message)
  }

  @Test func `a second header is refused`() {
    let error = transcriptError("{\"transcript\":1}\n{\"t\":0,\"end\":{}}\n{\"transcript\":1}")
    #expect(error?.line == 3)
    #expect(error?.message == "there is another header; only the first record is one")
  }
}
