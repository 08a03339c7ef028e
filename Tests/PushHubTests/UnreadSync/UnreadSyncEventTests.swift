import PushHub
import PushHubObservers
import Testing

struct UnreadSyncEventTests {
  @Test(arguments: [
    ("The network connection was lost.", "The network connection was lost"),
    ("503 Service Unavailable", "503 Service Unavailable"),
    ("one moment...", "one moment..."),
    (".", ""),
    ("", ""),
  ])
  func `a sentence that goes on has no full stop within`(error: String, words: String) {
    let retried = UnreadSyncEvent.failed(error, retryIn: .seconds(2))
    #expect(retried.words == "gets no count: \(words); asks again in 2 s")
    let givenUp = UnreadSyncEvent.failed(error, retryIn: nil)
    #expect(givenUp.words == "gets no count: \(words)")
  }
}
