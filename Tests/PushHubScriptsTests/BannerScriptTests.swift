import PushHub
import PushHubAlerts
import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import TestSupport

/// The script of the app's own banners, with a user who acts as recorded.
@MainActor
struct BannerScriptTests {
  private func replay(_ records: String) async throws -> Replay {
    try await playedReplay(of: records, with: [ReadyMadeScripts.banner])
  }

  @Test func `a tap opens what is up, a swipe closes it, and time does`() async throws {
    let replay = try await replay(
      """
      {"t":0,"app":"active"}
      {"t":1,"push":{"aps":{"alert":"a"}},"via":"present","request":"r1"}
      {"t":2,"banner":"tapped"}
      {"t":3,"push":{"aps":{"alert":"b"}},"via":"present","request":"r2"}
      {"t":4,"banner":"swiped"}
      {"t":5,"push":{"aps":{"alert":"c"}},"via":"present","request":"r3"}
      {"t":6,"banner":"held"}
      {"t":20,"banner":"released"}
      {"t":40,"end":{}}
      """
    )
    #expect(
      replay.events(of: ForegroundBannerEvent.self) == [
        .shown("r1"), .ended("r1", outcome: .opened), .shown("r2"), .ended("r2", outcome: .swiped),
        .shown("r3"),
        .ended("r3", outcome: .timeout),
      ]
    )
    #expect(replay.manager.statistics.opened == 1)
  }

  @Test func `what has no banner says why, and what is true says what is up`() async throws {
    let replay = try await replay(
      """
      {"t":0,"push":{"aps":{"alert":"a"}},"via":"present","request":"r1"}
      {"t":1,"app":"active"}
      {"t":2,"push":{"aps":{"alert":"b"}},"via":"present","request":"r2"}
      {"t":3,"push":{"aps":{"alert":"c"}},"via":"present","request":"r3"}
      {"t":4,"banner":"held"}
      {"t":4,"end":{}}
      """
    )
    let events = replay.events(of: ForegroundBannerEvent.self)
    #expect(events == [.refused(id: "r1", reason: .inactive), .shown("r2")])
    #expect(events.first?.message == "push r1 has no banner in the app: the app is not active")
    #expect(replay.facts.contains("banner: shown"))
  }

  @Test func `why no banner is up any more is explained`() async throws {
    let records = """
      {"transcript":1}
      {"t":0,"app":"active"}
      {"t":1,"push":{"aps":{"alert":"a"}},"via":"present","request":"r1"}
      {"t":2,"banner":"swiped"}
      """
    let replay = try Replay(of: transcript(records), with: [ReadyMadeScripts.banner])
    let report = await replay.report(named: "")
    let explanation = Explanation(of: report, about: "banner")
    #expect(
      explanation.sections.last?.chain.map(\.message) == [
        "banner: swiped", "the banner ended: it was swiped away",
      ]
    )
  }
}
