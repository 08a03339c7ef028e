import PushHub
import Testing

/// How log messages write durations.
struct DurationTextTests {
  @Test(
    arguments: [
      (.seconds(Int64.max), "2562047788015215 h 30 min"),
      (.seconds(-1), "-1 s"), (.milliseconds(-1_500), "-1.5 s"), (.zero, "0 s"),
      (.seconds(Int64.min), "-9223372036854775808 s"),
      (.microseconds(400), "0 s"),
      (.milliseconds(400), "0.4 s"), (.microseconds(59_999_600), "60 s"), (.seconds(60), "1 min"),
      (.seconds(125), "2 min 5 s"), (.seconds(3_600), "1 h"), (.seconds(12_060), "3 h 21 min"),
    ] as [(Duration, String)]
  )
  func `any duration has words`(duration: Duration, message: String) {
    #expect(LogText(duration).description == message)
  }
}
