import PushHub
import Testing

@testable import PushHubReplay

struct OutputTests {
  @Test func `the members of an object are those of the event, and when and who`() {
    let output = Output(
      time: .milliseconds(1_500),
      event: HubEvent.tokenError(error: "It was lost.\u{1B}"),
      source: .hub
    )
    #expect(
      output.json.jsonText
        == #"{"error":"It was lost.\u001b","event":"tokenError","from":"hub","t":1.5}"#
    )
    #expect(
      output.row(output.event.message, coloured: false)
        == "  0:00:01.500  hub         no device token: It was lost.\u{1B}"
    )
  }

  private enum Arrival: FeatureEvent {
    case landed(from: String, flights: Set<Int>)
    var message: String { "" }
  }

  @Test func `an event's own names change nothing of who and when, and sets are in order`() {
    let event = Arrival.landed(from: "Oslo", flights: [3, 1, 2])
    #expect(
      Output(time: .zero, event: event, source: .hub).json.jsonText
        == #"{"event":"landed","flights":[1,2,3],"from":"hub","t":0}"#
    )
  }

  @Test func `a long name makes its row longer, and is not cut`() {
    let source = Source(name: "orders-and-parcels", rank: 7)
    let output = Output(time: .seconds(36_000), event: HubEvent.received(id: "m"), source: source)
    #expect(
      output.row(output.event.message, coloured: false)
        == " 10:00:00.000  orders-and-parcels  push m received"
    )
    #expect(output.colour == Source(name: "other", rank: 1).colour)
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
  func `a time is printed to the nearest millisecond`(time: Duration, text: String) {
    #expect(LogText(clock: time).description == text)
  }
}
