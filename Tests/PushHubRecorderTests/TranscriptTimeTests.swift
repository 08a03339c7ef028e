import PushHub
import PushHubRecorder
import Testing

@testable import TestSupport

struct TranscriptTimeTests {
  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("-0.0e5", 0), ("0.1", 100_000_000), ("0.3", 300_000_000),
      ("1e-9", 1), ("1e3", 1_000_000_000_000), ("1E+1", 10_000_000_000), ("12.250", 12_250_000_000),
      ("1.000000001", 1_000_000_001), ("123456789.123456789", 123_456_789_123_456_789),
      ("8999999999.999999999", 8_999_999_999_999_999_999),
    ] as [(String, Int64)]
  )
  func `a time is exact to the nanosecond`(text: String, nanoseconds: Int64) throws {
    #expect(try time(text) == .nanoseconds(nanoseconds))
  }

  @Test(
    arguments: [
      ("1.0000000004999", 1_000_000_000), ("1.0000000005", 1_000_000_001), ("5e-10", 1),
      ("4.999e-10", 0), ("5e-11", 0), ("0.99999999999999999", 1_000_000_000),
      ("0.00000000050000000000000000000001", 1),
    ] as [(String, Int64)]
  )
  func `what is finer is rounded to the nearest nanosecond`(
    text: String,
    nanoseconds: Int64
  ) throws {
    #expect(try time(text) == .nanoseconds(nanoseconds))
  }

  @Test(
    arguments: [
      "9000000000", "8999999999.9999999999", "1e10",
      "1e400", "1e-400", "0.000000000000000000000000000000000000001",
      "1e999999999999999999999", #""1""#, "null", "true", "[1]", "{}",
    ]
  )
  func `what is no time from zero up to some centuries is refused`(text: String) {
    #expect(
      mistake(#"{"t":\#(text),"end":{}}"#)
        == "\"t\" in the record must be a number of seconds, nearer to zero than 9000000000"
    )
  }

  @Test(arguments: ["-1", "-0.000000001"])
  func `no time is before the start`(text: String) {
    #expect(
      mistake(#"{"t":\#(text),"end":{}}"#) == "\"t\" is \(text), before the start at 0"
    )
  }

  @Test func `a record may be as early as the one before it, but not earlier`() throws {
    let text = "{\"transcript\":1}\n{\"t\":1.5,\"end\":{}}\n{\"t\":1.5,\"end\":{}}"
    #expect(try transcript(text).records.map(\.time) == [.milliseconds(1500), .milliseconds(1500)])
    let error = transcriptError(text + "\n{\"t\":1.499999999,\"end\":{}}")
    #expect(error?.line == 4)
    #expect(error?.message == "\"t\" is 1.499999999, before the record above at 1.5")
  }

  @Test(
    arguments: [
      (Duration.zero, "0"), (.seconds(90), "90"), (.milliseconds(1), "0.001"),
      (.nanoseconds(1), "0.000000001"),
      (.milliseconds(-1500), "-1.5"), (.milliseconds(-500), "-0.5"),
      (.nanoseconds(1_100_000_010), "1.10000001"),
    ]
  )
  func `seconds are printed with as many decimals as needed`(time: Duration, text: String) {
    #expect(time.secondsText == text)
    #expect(JSONValue(time).numberValue?.text == text)
  }
}
