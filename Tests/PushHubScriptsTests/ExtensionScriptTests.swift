import PushHub
import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import TestSupport

/// The service extension beside the app on one timeline.
@MainActor
struct ExtensionScriptTests {
  @Test func `a run stands beside what the app does, with its end`() async throws {
    let replay = try await playedReplay(
      of: #"""
        {"t":0,"account":"ann"}
        {"t":5,"extension":{"end":"delivered","push":"m1","request":"r1","steps":[{"name":"picture","outcome":"late","took":2}],"took":2,"unlocked":true}}
        {"t":6,"app":"active"}
        {"t":9,"end":{}}
        """#,
      with: ReadyMadeScripts().all
    )
    let events = replay.events(of: ExtensionRun.self)
    #expect(events.map(\.name) == ["delivered"])
    #expect(events.map(\.message).last == "delivered after 2 s, picture late after 2 s")
  }
}
