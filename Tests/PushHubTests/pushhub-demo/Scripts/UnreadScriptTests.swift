import PushHub
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import pushhub_demo

/// The unread server of a transcript, when it is slow or busy.
@MainActor
struct UnreadScriptTests {
  private func lines(_ records: String) async throws -> [String] {
    try await played(records).filter { $0.contains("\"unread\"") }
  }

  @Test func `a request without an answer has failed after 60 s, and holds no push for ever`()
    async throws
  {
    let lines = try await lines(
      """
      {"t":0,"unread":3,"latency":90}
      {"t":0,"account":"ann"}
      {"t":0,"app":"active"}
      {"t":1,"page":"home","visible":true}
      {"t":30,"unread":4}
      {"t":40,"push":{"aps":{"content-available":1},"gcm.message_id":"m1"}}
      {"t":70,"end":{}}
      """
    )
    #expect(
      lines == [
        #"{"event":"sync","from":"unread","reason":"firstAppearance","t":1}"#,
        #"{"error":"no answer within 60.0 seconds","event":"failed","from":"unread","t":61}"#,
        #"{"event":"sync","from":"unread","reason":"push","t":61}"#,
        #"{"count":4,"event":"count","from":"unread","t":61}"#,
      ]
    )
  }

  @Test func `a push waits for the end of Retry-After`() async throws {
    let lines = try await lines(
      """
      {"t":0,"unread":{"error":"503","retryAfter":30}}
      {"t":0,"account":"ann"}
      {"t":0,"app":"active"}
      {"t":1,"push":{"aps":{"content-available":1},"gcm.message_id":"m1"}}
      {"t":2,"push":{"aps":{"content-available":1},"gcm.message_id":"m2"}}
      {"t":3,"unread":4}
      {"t":61,"end":{}}
      """
    )
    #expect(lines.count { $0.contains("sync") } == 2)
    #expect(lines.contains { $0.contains("sync") && $0.contains("retry") })
    #expect(lines.last?.contains("\"count\":4") == true)
  }
}
