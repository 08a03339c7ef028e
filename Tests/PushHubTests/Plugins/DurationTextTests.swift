import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// Durations, also those that no clock shows, as they are told.
struct DurationTextTests {
  private static let longest = Duration(attoseconds: .max)
  private static let shortest = Duration(attoseconds: .min)

  @Test(
    arguments: [
      (longest, "47261439850130342 h 8 min"), (.seconds(Int64.max), "2562047788015215 h 30 min"),
      (.seconds(-1), "-1 s"), (.milliseconds(-1_500), "-1.5 s"), (.zero, "0 s"),
      (.seconds(Int64.min), "-9223372036854775808 s"),
      (shortest, "-170141183460469231731.687 s"), (.microseconds(400), "0 s"),
      (.milliseconds(400), "0.4 s"), (.microseconds(59_999_600), "60 s"), (.seconds(60), "1 min"),
      (.seconds(125), "2 min 5 s"), (.seconds(3_600), "1 h"), (.seconds(12_060), "3 h 21 min"),
    ] as [(Duration, String)]
  )
  func `any duration has words`(duration: Duration, message: String) {
    #expect(duration.text == message)
  }
}
