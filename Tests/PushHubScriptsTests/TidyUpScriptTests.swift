import Foundation
import PushHub
import PushHubAlerts
import PushHubRecorder
import PushHubTesting
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import TestSupport

/// The delivered notifications in a play, with a system's list from a transcript.
struct TidyUpScriptTests: AppFixture {
  let app = SimulatedApp()

  private func play(_ records: String) async throws -> (replay: Replay, report: Report) {
    let text = "{\"transcript\":1,\"start\":\"2026-01-01T00:00:00Z\"}\n\(records)\n"
    let replay = try Replay(of: transcript(text), with: [ReadyMadeScripts.delivered(.init())])
    return (replay, await replay.report(named: ""))
  }

  private static let listed =
    #"{"answer":[{"id":"r1","date":1767225600,"payload":{"aps":{"target-content-id":"inbox"}}},"#
    + #"{"id":"r2","date":1767225600,"payload":{"aps":{"thread-id":"t"}}}]}"#

  @Test func `what the user looks at is removed, and the rest is counted`() async throws {
    let play = try await play(
      """
      {"t":1,"notificationCenter":\(Self.listed)}
      {"t":2,"app":"active"}
      {"t":2,"notificationCenter":\(Self.listed)}
      {"t":3,"page":"inbox","visible":true}
      {"t":3,"notificationCenter":\(Self.listed)}
      {"t":4,"end":{}}
      """
    )
    let removal = try #require(play.report.marks.last { $0.isEvent })
    #expect(removal.message == "removes 1 notification: r1")
    let cause = try #require(removal.cause.map { play.report.marks[$0] })
    #expect(cause.kind == "notificationCenter" && cause.at == .seconds(3))
    #expect(play.replay.facts.contains("state: 1"))
  }

  @Test func `a list that does not come is a problem`() async throws {
    let play = try await play(
      """
      {"t":0,"notificationCenter":{"answer":[]}}
      {"t":1,"app":"active"}
      {"t":20,"end":{}}
      """
    )
    let problems = play.report.marks.filter(\.style.isProblem).map(\.message)
    #expect(problems == ["the system did not return its list in time"])
  }

  @Test(arguments: [false, true])
  func `what was recorded of an app plays as it went, redacted or not`(
    isRedacted: Bool
  ) async throws {
    let output = RecordedPages()
    let context = host.context
    let recorder = output.recorder(isRedacted: isRedacted)
    let center = ListedNotifications()
    let delivered = DeliveredNotifications(center: center)
    var removals: [Int] = []
    delivered.log = { if case .removed(let ids) = $0 { removals.append(ids.count) } }
    for (id, thread) in [("r1", "a"), ("r2", "b"), ("r3", "b")] {
      let payload = payload(#"{"aps":{"alert":"Secret","thread-id":"\#(thread)"}}"#)
      center.notifications.append(
        DeliveredNotification(id: id, payload: payload, date: clock.date)
      )
    }
    context.attach(recorder)
    context.attach(delivered)
    lifecycle.setPhase(.active)
    await settle()
    pass(5)
    delivered.remove([.thread("a"), .message("r9")])
    await settle()
    pass(5)
    let push = payload(#"{"aps":{"content-available":1},"remove":{"threads":["b"]}}"#)
    clock.perform { [manager = manager] in
      _ = await manager.deliver(push, via: .remote)
    }
    await wait(0.05)
    recorder.recordEnd()
    #expect(removals == [1, 2])

    #expect(output.text.contains("Secret") == !isRedacted)
    let replay = try await playedReplay(of: output.transcript())
    let counts = replay.events(of: DeliveredNotificationsEvent.self).map { event in
      if case .removed(let ids) = event { ids.count } else { 0 }
    }
    #expect(counts == removals)
    #expect(delivered.count == 0)
  }
}
