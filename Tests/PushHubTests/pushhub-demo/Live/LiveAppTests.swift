import Foundation
import PushHub
import PushHubObservers
import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import pushhub_demo

@MainActor
struct LiveAppTests {
  private let scheduler = ManualScheduler()
  private let output = RecordedLines()
  private let app: LiveApp

  init() async throws {
    app = try LiveApp(
      scheduler: scheduler,
      recorder: TranscriptRecorder(writingTo: output, isRedacted: false),
      payloads: ["one", "two"].map { name in
        let bytes = Data(#"{"aps":{"alert":"\#(name)"},"gcm.message_id":"\#(name)"}"#.utf8)
        return (name, bytes)
      }
    )
    app.launch()
    await pass(.seconds(1))
  }

  @Test func `the latest lines of the log are kept, up to a length`() {
    for number in 0..<300 {
      app.log("line \(number)" + String(repeating: "x", count: 2_000))
    }
    #expect(log.count == 200)
    #expect(log.last?.text.count == 1_000)
    #expect(log.last?.text.hasPrefix("line 299") == true)
  }

  @Test func `a button of a message is handled by its feature`() async {
    for _ in 0..<4 {
      app.handle(.pressButton)
      await pass(.seconds(1))
    }
    #expect(
      log.filter { $0.source == "actions" }.map(\.text) == [
        "performs \"Reply\" with the text \"On my way.\"", "performs \"Mark as read\"",
      ]
    )
  }

  @Test func `a banner is up for a push in the foreground, until it is touched`() async {
    app.receive(Data(#"{"aps":{"alert":{"title":"Mira","body":"Hi"}}}"#.utf8))
    await pass(.seconds(1))
    #expect(app.screen.banner?.title == "Mira")
    app.handle(.tapBanner)
    await pass(.seconds(1))
    #expect(app.screen.banner == nil)
    #expect(app.screen.core.tab == .notifications)
    #expect(log.filter { $0.source == "hub" }.count { $0.text.contains("opened") } == 1)
  }

  @Test func `a push that is only shown in the background is received with the tap`() async {
    app.handle(.toggleBackground)
    let answer = app.receive(Data(#"{"aps":{"alert":"Hi"},"gcm.message_id":"m"}"#.utf8))
    #expect(answer == .shown)
    await pass(.seconds(1))
    #expect(!log.contains { $0.text == "push m received" })
    app.handle(.openLatest)
    await pass(.seconds(1))
    let texts = log.filter { $0.source == "hub" }.map(\.text)
    #expect(texts == ["push m received", "push m opened"])
    #expect(app.screen.core.phase == .active)
  }

  @Test(arguments: ["", "{", "[1]", "\u{0}\u{1}", #"{"aps":"#])
  func `malformed payloads are refused with a reason`(bytes: String) {
    guard case .refused(let reason) = app.receive(Data(bytes.utf8)) else {
      Issue.record("it was delivered")
      return
    }
    #expect(!reason.isEmpty)
    #expect(log.last?.text.hasPrefix("refuses a malformed payload: ") == true)
  }

  @Test(arguments: 0..<Exhaustive.choose(2, thorough: 16) as Range<UInt64>)
  func `any bytes and keys leave a screen to show`(
    seed: UInt64
  ) async {
    var generator = SeededGenerator(seed: seed)
    let actions: [LiveAction] = [
      .show(.home), .showNext, .showPrevious, .toggleBackground, .toggleAccount, .toggleMenu,
      .takeScreenshot, .editScreenshot, .closeScreenshot, .addOffer, .dropPayload, .openLatest,
    ]
    let pieces = ["{", "}", #""aps""#, ":", #""alert""#, ",", "1", "\"\u{1B}[2J\"", "[", "]", "\\"]
    for _ in 0..<60 {
      if Bool.random(using: &generator), let action = actions.randomElement(using: &generator) {
        app.handle(action)
      } else {
        let text = (0..<8).compactMap { _ in pieces.randomElement(using: &generator) }.joined()
        app.receive(Data(("{" + text + "}").utf8))
      }
      await pass(.milliseconds(Int.random(in: 0...4_000, using: &generator)))
      let lines = app.screen.lines(width: 80, height: 24)
      #expect(lines.count == 24, "seed \(seed)")
      #expect(!lines.contains { $0.text.contains("\u{1B}") }, "seed \(seed)")
    }
    app.end()
    #expect(throws: Never.self, "seed \(seed)") { try output.transcript }
  }

  @Test func `the recording plays with the same events`() async throws {
    app.handle(.dropPayload)
    await pass(.seconds(2))
    app.handle(.show(.notifications))
    // What is due at the same instant comes first here, and last in a play.
    await pass(.milliseconds(3_500))
    app.handle(.toggleBackground)
    app.handle(.dropPayload)
    await pass(.seconds(2))
    app.handle(.openLatest)
    app.handle(.show(.reader))
    app.handle(.takeScreenshot)
    await pass(.seconds(12))
    app.handle(.toggleAccount)
    await pass(.seconds(1))
    app.end()
    let live = log.compactMap { line -> String? in
      guard LiveCore.Source(rawValue: line.source) == nil else { return nil }
      return "\(line.time.secondsText) \(line.source) \(line.text)"
    }
    let played = try await outputs(in: output.transcript).filter { $0.event.name != "tick" }
      .map { "\($0.time.secondsText) \($0.from) \($0.event.message)" }
    #expect(live.sorted() == played.sorted())
    #expect(live.count > 12)
  }
}

extension LiveAppTests {
  private var log: [LiveScreen.Line] { app.screen.log }

  /// Advances the time, and waits until the features have finished their work.
  private func pass(_ duration: Duration) async {
    await scheduler.settle()
    let end = scheduler.now + duration
    while let deadline = scheduler.nextDeadline, deadline <= end {
      scheduler.advance(to: deadline)
      await scheduler.settle()
    }
    scheduler.advance(to: end)
    await scheduler.settle()
  }
}

/// Keeps the lines of a recorder.
@MainActor
private final class RecordedLines: TranscriptOutput {
  let isFull = false
  private var lines: [String] = []

  func write(_ line: String) throws {
    lines.append(line)
  }

  func startOver() throws {}

  var transcript: Transcript {
    get throws { try Transcript(Data(lines.joined(separator: "\n").utf8), vocabulary: .readyMade) }
  }
}
