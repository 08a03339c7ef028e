import PushHub
import Testing

@testable import pushhub_demo

@Suite(.timeLimit(.minutes(5)))
struct PlayedLineTextTests {
  @Test(arguments: [
    ("The network connection was lost.", "The network connection was lost"),
    ("503 Service Unavailable", "503 Service Unavailable"),
    ("one moment...", "one moment..."),
    (".", ""),
    ("", ""),
  ])
  func `a sentence that goes on has no full stop within`(error: String, words: String) {
    let retried = line(error: error, retryIn: 2)
    #expect(retried.sentence == "no answer: \(words); tried again in 2 s")
    let givenUp = line(error: error, retryIn: nil)
    #expect(givenUp.sentence == "no answer: \(words); not tried again by itself")
  }

  @Test func `programs are told the error as it is`() {
    let json = line(error: "It was lost.", retryIn: nil).json.jsonText
    #expect(json.contains(#""error":"It was lost.""#))
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

  private func line(error: String, retryIn: JSONValue?) -> PlayedLine {
    PlayedLine(
      time: .zero,
      speaker: .unread,
      event: "failed",
      details: ["error": .string(error), "retryIn": retryIn]
    )
  }
}
