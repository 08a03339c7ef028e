import PushHubObservers
import Testing

struct UnreadSyncEventTests {
  @Test func `the words name the interval and no time, since the app chooses it`() {
    #expect(
      UnreadSyncEvent.sync(reason: .interval).message
        == "requests the count: the last request was an interval ago"
    )
    #expect(
      UnreadSyncEvent.sync(reason: .return).message
        == "requests the count: the user is back after more than an interval away"
    )
  }

  @Test(arguments: [
    ("The network connection was lost.", "The network connection was lost"),
    ("503 Service Unavailable", "503 Service Unavailable"),
    ("one moment...", "one moment..."),
    (".", ""),
    ("", ""),
  ])
  func `a sentence that goes on has no full stop within`(error: String, message: String) {
    let retried = UnreadSyncEvent.failed(error: error, retryIn: .seconds(2))
    #expect(retried.message == "the request failed: \(message); retrying in 2 s")
    let givenUp = UnreadSyncEvent.failed(error: error, retryIn: nil)
    #expect(givenUp.message == "the request failed: \(message)")
  }
}
