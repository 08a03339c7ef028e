import PushHub
import PushHubAlerts
import PushHubRecorder
import PushHubTesting
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import TestSupport

/// The quiet rules in a play, with settings from a transcript.
@MainActor
struct QuietScriptTests {
  private func play(_ records: String) async throws -> (replay: Replay, report: Report) {
    let text = "{\"transcript\":1,\"start\":\"2026-01-01T20:00:00Z\"}\n\(records)\n"
    let replay = try Replay(of: transcript(text), with: [ReadyMadeScripts.quiet])
    let report = await replay.report(named: "")
    outputs.value = report.marks.flatMap(\.outputs)
    return (replay, report)
  }

  private let outputs = Holder<[Output]>([])

  private var events: [QuietEvent] { outputs.value.compactMap { $0.event as? QuietEvent } }

  private func facts(of play: (replay: Replay, report: Report)) -> [String] {
    play.replay.allFacts.last?.map(\.text) ?? []
  }

  @Test func `a muted push in the foreground is named with its reason`() async throws {
    let mutes = #"{"mutes":[{"thread":"a"},{"category":"C"},{"key":"k","value":"secret"}]}"#
    let play = try await play(
      """
      {"t":0,"app":"active"}
      {"t":1,"quiet":{"action":{"settings":\(mutes)}}}
      {"t":2,"push":{"aps":{"alert":"x","thread-id":"a"},"gcm.message_id":"m1"},"via":"present"}
      {"t":3,"push":{"aps":{"alert":"y"},"gcm.message_id":"m2"},"via":"present"}
      {"t":4,"push":{"aps":{"alert":"z"},"gcm.message_id":"m3","k":"secret"},"via":"present"}
      {"t":5,"end":{}}
      """
    )
    #expect(
      events == [
        .limited(id: "m1", reason: "thread a is muted for ever"),
        .limited(id: "m3", reason: "a value of k is muted for ever"),
      ]
    )
    #expect(
      facts(of: play) == [
        "quiet hours: none", "muted: thread a, category C, a value of k",
      ]
    )
    let push = try #require(play.report.marks.first { $0.message == "push m2 received" })
    #expect(push.why == "No rule applies to push m2.")
  }

  @Test func `the beginning and end of quiet hours are logged in the device's zone`()
    async throws
  {
    let hours = #"{"hours":[{"from":"22:00","to":"07:00"}]}"#
    let play = try await play(
      """
      {"t":1,"quiet":{"action":{"settings":\(hours),"deviceZone":{"identifier":"Europe/Berlin"}}}}
      {"t":3599,"app":"active"}
      {"t":3601,"push":{"aps":{"alert":"x"},"gcm.message_id":"m1"},"via":"present"}
      {"t":3602,"quiet":{"action":{"settings":\(hours),"deviceZone":{"identifier":"America/New_York"}}}}
      {"t":3603,"push":{"aps":{"alert":"x"},"gcm.message_id":"m2"},"via":"present"}
      {"t":3604,"end":{}}
      """
    )
    #expect(
      events == [
        .began, .limited(id: "m1", reason: "quiet hours until 07:00 in Europe/Berlin"), .ended,
      ]
    )
    #expect(outputs.value.first { $0.event is QuietEvent }?.time == .seconds(3_600))
    #expect(
      facts(of: play) == [
        "quiet hours: off, begin at 2026-01-02T03:00:00Z", "muted: none",
      ]
    )
  }

  @Test func `a recording of quiet rules plays as it went`() async throws {
    let output = RecordedPages()
    let app = QuietApp(.nights)
    let recorder = output.recorder()
    app.context.attach(recorder)
    app.attach()
    app.lifecycle.setPhase(.active)
    let push = payload(#"{"aps":{"alert":"x","thread-id":"a"},"gcm.message_id":"m1"}"#)
    _ = await app.manager.present(push)
    app.pass(8 * 3_600)
    app.rules.mute(.thread("a"))
    let other = payload(#"{"aps":{"alert":"y","thread-id":"a"},"gcm.message_id":"m2"}"#)
    _ = await app.manager.present(other)
    recorder.recordEnd()
    let replay = try await playedReplay(of: output.transcript())
    #expect(replay.events(of: QuietEvent.self) == app.log)
    #expect(app.log.count == 4)
  }
}
