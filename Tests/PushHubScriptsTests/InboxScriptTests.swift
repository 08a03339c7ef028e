import Foundation
import PushHub
import PushHubAlerts
import PushHubRecorder
import PushHubTesting
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import TestSupport

/// The inbox in a play, and in a recording of an app.
@MainActor
struct InboxScriptTests {
  private func play(_ transcript: Transcript) async throws -> [String] {
    let replay = try Replay(of: transcript, with: [ReadyMadeScripts.inbox])
    let report = await replay.report(named: "")
    let events = report.marks.filter { report.lanes[$0.lane].id == "inbox" && $0.isEvent }
    return events.map(\.message) + replay.facts.suffix(1)
  }

  @Test func `what came while the app was closed, and what the user does, is played`() async throws
  {
    let text = """
      {"transcript":1,"start":"2026-01-01T00:00:00Z","configuration":{"inbox":{"page":"inbox"}}}
      {"t":0,"account":"ann"}
      {"t":1,"inbox":{"answer":{"arrived":[{"account":"ann","id":"m1","date":1767225600,"body":"Hi"}]}}}
      {"t":2,"push":{"aps":{"alert":"Hi"},"gcm.message_id":"m2"}}
      {"t":3,"inbox":{"action":{"read":["m1"]}}}
      {"t":4,"inbox":{"action":{"removed":["m2"]}}}
      {"t":5,"end":{}}
      """
    let lines = try await play(transcript(text))
    #expect(
      lines == [
        "adds 1 notification: m1", "adds 1 notification: m2", "1 notification read: m1",
        "removes 1 notification: m2", "unread: 0",
      ]
    )
  }

  @Test(arguments: [true, false])
  func `an app's recording is played as it was, redacted or not`(isRedacted: Bool) async throws {
    let output = RecordedPages()
    let recorder = output.recorder(isRedacted: isRedacted)
    var configuration = PushInbox.Configuration()
    configuration.page = "messages"
    let app = await PushInboxApp(configuration: configuration, recorder: recorder)
    try app.extend(message("m1"), as: "r1")
    await app.comeBack()
    app.receive(message("m2"))
    let first = try #require(app.inbox.entries.first)
    app.inbox.open(first)
    app.inbox.open(first)
    #expect(app.unread.count == 1)
    app.lifecycle.pageAppeared("messages")
    #expect(app.unread == [])
    await app.settle()
    recorder.recordEnd()
    let lines = try await play(output.transcript())
    #expect(lines.last == "unread: 0")
    #expect(lines.contains { $0.contains("m1") } == !isRedacted)
  }
}
