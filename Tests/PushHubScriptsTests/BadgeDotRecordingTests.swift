import PushHub
import PushHubObservers
import PushHubRecorder
import PushHubReplay
import PushHubTesting
import Testing

@testable import PushHubScripts
@testable import TestSupport

/// What was recorded of an app plays as it went.
@MainActor
struct BadgeDotRecordingTests {
  private let output = RecordedPages()

  private func recorder() -> TranscriptRecorder {
    output.recorder()
  }

  /// What the features recorded, without times.
  private var features: [Substring] {
    output.pages.joined().map { $0.drop { $0 != "," }.dropFirst() }.filter { line in
      ["latest", "read", "preview"].contains { line.hasPrefix("\"\($0)\":") }
    }
  }

  private func replay(with script: any FeatureScript) async throws -> Replay {
    try await playedReplay(of: output.transcript(), with: [script])
  }

  @Test func `a dot records its lists, its failures and what is read, and plays them`() async throws
  {
    let app = BadgeDotApp(
      configuration: BadgeDot.Configuration(listPage: "notifications", firstRun: .baselineAsRead)
    )
    let recorder = recorder()
    app.context.attach(recorder)
    app.attach()
    app.lifecycle.setPhase(.active)
    app.lifecycle.setAccount("ann")
    await app.settle()
    await app.report(1)
    await app.report(1, 2)
    app.badge.markRead()
    await app.fail()
    #expect(
      features == [
        #""latest":[{"id":"n1","order":1}]}"#,
        #""latest":[{"id":"n1","order":1},{"id":"n2","order":2}]}"#,
        #""read":null}"#, #""latest":{"error":"down"}}"#,
      ]
    )
    let replay = try await replay(with: BadgeScript(after: UnreadScript()))
    let events = replay.events(of: BadgeDotEvent.self)
    #expect(events.dropLast() == app.log.dropLast())
    #expect(events.map(\.name) == ["dot", "dot", "failed"])
    withExtendedLifetime(recorder) {}
  }

  @Test func `a listener that reports no list in time fails in a replay too`() async throws {
    let app = BadgeDotApp(
      configuration: BadgeDot.Configuration(listPage: "list", listTimeout: .seconds(5))
    )
    let recorder = recorder()
    app.context.attach(recorder)
    app.attach()
    app.lifecycle.setAccount("ann")
    await app.settle()
    await app.wait(5)
    #expect(app.log.map(\.name) == ["failed"])
    await app.advance(by: .milliseconds(500))
    app.lifecycle.setAccount(nil)
    let replay = try await replay(with: BadgeScript(after: UnreadScript()))
    #expect(replay.events(of: BadgeDotEvent.self).map(\.name) == ["failed"])
    withExtendedLifetime(recorder) {}
  }

  @Test func `a preview records the touches that it waits for`() async {
    let app = ScreenshotPreviewApp()
    let recorder = recorder()
    app.context.attach(recorder)
    app.attach()
    app.lifecycle.setPhase(.active)
    app.lifecycle.pageAppeared("reader")
    await app.takeScreenshot()
    let first = app.screen.screenshot
    await app.touch(.outside)
    await app.takeScreenshot()
    first?.touch(.outside)
    await app.touch(.tap)
    #expect(features == [#""preview":"outside"}"#, #""preview":"tap"}"#])
    withExtendedLifetime(recorder) {}
  }
}
