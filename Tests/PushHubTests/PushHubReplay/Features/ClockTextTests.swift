import PushHubReplay
import Testing

/// Times of a play as a clock without a day shows them.
struct ClockTextTests {
  @Test(
    arguments: [
      (.zero, "0:00:00.000"), (.seconds(Int64.max), "2562047788015215:30:07.000"),
      (Duration(attoseconds: .max), "47261439850130342:08:51.687"), (.seconds(-61), "0:-1:-1.000"),
    ] as [(Duration, String)]
  )
  func `any duration has hours, minutes and seconds`(duration: Duration, text: String) {
    #expect(duration.clockText == text)
  }

  @Test(arguments: [Duration(attoseconds: .min), .seconds(Int64.min)])
  func `what no clock shows can be told`(duration: Duration) {
    #expect(duration.clockText.hasPrefix("-"))
  }
}
