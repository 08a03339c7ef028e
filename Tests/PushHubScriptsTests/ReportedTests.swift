import PushHub
import PushHubObservers
import PushHubReplay
import PushHubScripts
import Testing

@testable import TestSupport

/// What people reported of other software, as transcripts.
@MainActor
struct ReportedTests {
  @Test func `frappe pilot 393: what the user read while a poll was under way is asked once more`()
    async throws
  {
    let lines = try await played(
      """
      {"t":0,"app":"active"}
      {"t":0,"account":"ann"}
      {"t":0,"unread":5}
      {"t":0,"page":"home","visible":true}
      {"t":59,"unread":5,"latency":5}
      {"t":62,"unread":0}
      {"t":62,"refresh":{}}
      {"t":70,"end":{}}
      """
    )
    #expect(lines.last { $0.contains(#""count""#) }?.contains(#""count":0"#) == true)
    #expect(lines.filter { $0.contains(#""event":"sync""#) }.count == 3)
  }

  @Test func `klaviyo-swift-sdk PR 626: a short Retry-After does not shorten the backoff`()
    async throws
  {
    let replay = try await playedReplay(
      of: """
        {"t":0,"app":"active"}
        {"t":0,"unread":{"error":"429","retryAfter":1},"latency":0.2}
        {"t":0,"account":"ann"}
        {"t":0,"page":"home","visible":true}
        {"t":300,"end":{}}
        """,
      with: ReadyMadeScripts().all
    )
    let requests = replay.events(of: UnreadSyncEvent.self).filter { $0.name == "sync" }
    #expect((5...25).contains(requests.count))
  }
}
