import PushHub
import PushHubAlerts
import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import TestSupport

/// The permission policy in a play, with a system and a user from a transcript.
@MainActor
struct PermissionScriptTests {
  private func play(_ records: String) async throws -> (replay: Replay, report: Report) {
    let transcript = try transcript("{\"transcript\":1}\n\(records)\n")
    let replay = try Replay(of: transcript, with: [ReadyMadeScripts.permission(.init())])
    return (replay, await replay.report(named: ""))
  }

  private func message(of play: (replay: Replay, report: Report)) -> [String] {
    play.report.marks.filter { $0.source?.name == "permission" }
      .map(\.message)
  }

  @Test func `at an opportunity the app asks, and then the system`() async throws {
    let play = try await play(
      """
      {"t":0,"app":"active"}
      {"t":1,"permission":{"answer":"notDetermined"}}
      {"t":1,"permission":{"answer":"provisional"}}
      {"t":5,"permission":{"action":{"opportunity":{}}}}
      {"t":5,"permission":{"answer":"provisional"}}
      {"t":5,"permission":{"answer":null}}
      {"t":9,"permission":{"action":{"respond":{"with":"accepted"}}}}
      {"t":9,"permission":{"answer":"provisional"}}
      {"t":12,"permission":{"answer":"authorized"}}
      {"t":20,"end":{}}
      """
    )
    #expect(
      message(of: play) == [
        "the app asks the user, question 1",
        "the user has answered the app: yes",
        "the system asks the user, which it does once",
        "the user has answered the system: the user allows notifications",
      ]
    )
    #expect(play.replay.facts.contains("state: canAsk false, isAsking false, level authorized"))
  }

  @Test func `a moment that passes says why`() async throws {
    let play = try await play(
      """
      {"t":0,"permission":{"action":{"opportunity":{}}}}
      {"t":1,"app":"active"}
      {"t":1,"permission":{"answer":"denied"}}
      {"t":2,"permission":{"action":{"opportunity":{}}}}
      {"t":2,"permission":{"answer":"denied"}}
      {"t":9,"end":{}}
      """
    )
    #expect(message(of: play).contains("the user is not asked: the app is not active"))
    #expect(message(of: play).contains("the user is not asked: the user has refused"))
  }

  @Test func `a system that fails, or says nothing, is a problem`() async throws {
    let play = try await play(
      """
      {"t":1,"app":"active"}
      {"t":2,"permission":{"failure":{"error":"unknown"}}}
      {"t":3,"app":"background"}
      {"t":4,"app":"active"}
      {"t":19,"end":{}}
      """
    )
    let problems = play.report.marks.filter(\.style.isProblem).map(\.message)
    #expect(
      problems == [
        "the system has not answered", "the system has not answered",
      ]
    )
  }

  @Test func `what was recorded of an app plays as it went`() async throws {
    let output = RecordedPages()
    let app = PermissionApp()
    let recorder = TranscriptRecorder(writingTo: output)
    app.context.attach(recorder)
    await app.start()
    await app.noteMoment()
    await app.answer(.later)
    await app.wait(3_600)
    await app.noteMoment()
    await app.wait(30 * 86_400)
    await app.noteMoment()
    await app.answer(.accepted)
    await app.decide(.denied)
    recorder.recordEnd()
    let replay = try await playedReplay(of: output.transcript())
    #expect(replay.events(of: PermissionEvent.self) == app.log)
    #expect(app.log.count == 7)
  }
}
