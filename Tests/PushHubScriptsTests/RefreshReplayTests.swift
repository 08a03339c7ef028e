import Foundation
import PushHub
import PushHubObservers
import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import TestSupport

/// Refreshes in the background, with features that have something to do in them.
@MainActor
struct RefreshReplayTests {
  private func replay(_ records: String) async throws -> Replay {
    try await playedReplay(of: records, with: ReadyMadeScripts().always)
  }

  @Test func `a refresh has features work, and logs the result`() async throws {
    let replay = try await replay(
      """
      {"t":0,"unread":3,"latency":2}
      {"t":1,"account":"ann"}
      {"t":3600,"backgroundRefresh":"began"}
      {"t":7200,"backgroundRefresh":"began"}
      {"t":7300,"end":{}}
      """
    )
    #expect(
      replay.events() == [HubEvent.refreshed(result: .newData), .refreshed(result: .noData)]
    )
    #expect(
      replay.events(of: UnreadSyncEvent.self).map(\.name) == ["sync", "count", "sync"]
    )
    let message = replay.outputs.first { $0.event is UnreadSyncEvent }?.event.message ?? ""
    #expect(message.hasSuffix("the system has given the app time in the background"))
  }

  @Test func `the app's own refresh asks, and asks once more during a request`() async throws {
    let replay = try await replay(
      """
      {"t":0,"unread":3,"latency":2}
      {"t":1,"account":"ann"}
      {"t":10,"refresh":{}}
      {"t":11,"refresh":{}}
      {"t":11.5,"refresh":{}}
      {"t":20,"end":{}}
      """
    )
    let requests = replay.outputs.filter { $0.event as? UnreadSyncEvent == .sync(reason: .request) }
    #expect(requests.map { $0.time } == [.seconds(10), .seconds(12)])
  }

  @Test func `a refresh that is no object is refused`() {
    #expect(throws: (any Error).self) {
      try input(#"{"t":1,"refresh":1}"#)
    }
  }

  @Test func `a time that expires cuts the features off`() async throws {
    let replay = try await replay(
      """
      {"t":0,"unread":3,"latency":20}
      {"t":1,"account":"ann"}
      {"t":3600,"backgroundRefresh":"began"}
      {"t":3605,"backgroundRefresh":"expired"}
      {"t":3700,"backgroundRefresh":"expired"}
      {"t":3800,"end":{}}
      """
    )
    #expect(replay.events(of: HubEvent.self).isEmpty)
    #expect(replay.manager.statistics[.late] == 1)
  }

  @Test func `a time without anything to do says so, and two at once are one`() async throws {
    let replay = try await replay(
      """
      {"t":0,"unread":{"error":"503"},"latency":1}
      {"t":10,"backgroundRefresh":"began"}
      {"t":20,"account":"ann"}
      {"t":30,"backgroundRefresh":"began"}
      {"t":30.5,"backgroundRefresh":"began"}
      {"t":40,"end":{}}
      """
    )
    #expect(
      replay.events() == [HubEvent.refreshed(result: .noData), .refreshed(result: .failed)]
    )
  }
}
