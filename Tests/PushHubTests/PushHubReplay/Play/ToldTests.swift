import PushHub
import Testing

@testable import PushHubReplay

struct ToldTests {
  @Test func `the members of an object are those of the event, and when and who`() {
    let told = Told(
      time: .milliseconds(1_500),
      event: HubEvent.tokenError("It was lost.\u{1B}"),
      speaker: .hub
    )
    #expect(
      told.json.jsonText
        == #"{"error":"It was lost.\u001b","event":"tokenError","from":"hub","t":1.5}"#
    )
    #expect(
      told.row(coloured: false)
        == #"  0:00:01.500  hub         no device token: It was lost.\u{1b}"#
    )
  }

  @Test func `a long name makes its row longer, and is not cut`() {
    let speaker = Speaker(name: "orders-and-parcels", rank: 7)
    let told = Told(time: .seconds(36_000), event: HubEvent.received(id: "m"), speaker: speaker)
    #expect(told.row(coloured: false) == " 10:00:00.000  orders-and-parcels  push m received")
    #expect(told.colour == Speaker(name: "other", rank: 1).colour)
  }

  @Test(
    arguments: [
      (.zero, "0:00:00.000"),
      (.nanoseconds(38_848_000), "0:00:00.039"),
      (.nanoseconds(38_499_999), "0:00:00.038"),
      (.nanoseconds(38_500_000), "0:00:00.039"),
      (.nanoseconds(999_499_999), "0:00:00.999"),
      (.nanoseconds(999_500_000), "0:00:01.000"),
      (.seconds(3_600) - .nanoseconds(1), "1:00:00.000"),
      (.seconds(3_723) + .milliseconds(250), "1:02:03.250"),
      (.seconds(360_000), "100:00:00.000"),
    ] as [(Duration, String)]
  )
  func `a time is told to the nearest millisecond`(time: Duration, text: String) {
    #expect(time.clockText == text)
  }
}
