import PushHub
import Testing

@testable import PushHubReplay
@testable import PushHubScripts

struct UnreadEventTests {
  @Test(arguments: [
    ("The network connection was lost.", "The network connection was lost"),
    ("503 Service Unavailable", "503 Service Unavailable"),
    ("one moment...", "one moment..."),
    (".", ""),
    ("", ""),
  ])
  func `a sentence that goes on has no full stop within`(error: String, words: String) {
    let retried = UnreadEvent.failed(error, retryIn: .seconds(2))
    #expect(retried.words == "gets no count: \(words); asks again in 2 s")
    let givenUp = UnreadEvent.failed(error, retryIn: nil)
    #expect(givenUp.words == "gets no count: \(words); does not ask again by itself")
  }

  @Test func `programs are told the error as it is`() {
    let event = UnreadEvent.failed("It was lost.", retryIn: nil)
    let told = Told(time: .zero, event: event, speaker: Speaker(name: "unread", rank: 1))
    #expect(
      told.json.jsonText == #"{"error":"It was lost.","event":"failed","from":"unread","t":0}"#
    )
  }
}
