import Foundation
import PushHub
import PushHubObservers
import PushHubRecorder
import PushHubTesting
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import TestSupport
@testable import pushhub_demo

@MainActor
struct LiveAppTests {
  private let scheduler = ManualScheduler()
  private let output = RecordedPages()
  let app: LiveApp

  init() async throws {
    app = try LiveApp(
      scheduler: scheduler,
      recorder: output.recorder(),
      payloads: ["one", "two"].map { name in
        let bytes = Data(#"{"aps":{"alert":"\#(name)"},"gcm.message_id":"\#(name)"}"#.utf8)
        return (name, bytes)
      }
    )
    app.launch()
    await scheduler.pass(.seconds(1))
  }

  @Test func `the latest lines of the log are kept, up to a length`() {
    for number in 0..<300 {
      app.log("line \(number)" + String(repeating: "x", count: 2_000), from: "system")
    }
    #expect(app.log.count == 200)
    #expect(app.log.last?.text.count == 1_000)
    #expect(app.log.last?.text.hasPrefix("line 299") == true)
  }

  @Test func `a reply to a message, which the server sends first, is handled by its feature`() async
  {
    await press("aa")
    #expect(texts(of: "actions") == ["sends the reply \"On my way.\""])
  }

  @Test func `a banner is up for a push in the foreground, until it is touched`() async {
    receive(#"{"aps":{"alert":{"title":"Mira","body":"Hi"}}}"#)
    await scheduler.pass(.seconds(1))
    #expect(app.banner?.payload.aps.title == "Mira")
    await press("t")
    #expect(app.banner == nil)
    #expect(app.page == "notifications")
    #expect(texts(of: "hub").count { $0.contains("opened") } == 1)
  }

  @Test func `a push only shown in the background is received with the tap`() async {
    await press("b")
    receive(#"{"aps":{"alert":"Hi"},"gcm.message_id":"m"}"#)
    await scheduler.pass(.seconds(1))
    #expect(texts(of: "hub").isEmpty)
    await press("o")
    #expect(texts(of: "hub") == ["push m received", "push m opened"])
    #expect(app.state.phase == .active)
  }

  @Test(arguments: [
    (#"{"aps":{"alert":"Hi"}}"#, "", [PushCallbackKind.present]),
    (#"{"aps":{"alert":"Hi","content-available":1}}"#, "", [.present, .remote]),
    (#"{"aps":{"content-available":1}}"#, "", [.remote]),
    (#"{"aps":{"alert":"Hi"}}"#, "b", []),
    (#"{"aps":{"alert":"Hi","content-available":1}}"#, "b", [.remote]),
    (#"{"aps":{"content-available":1}}"#, "b", [.remote]),
  ])
  func `a push reaches the app by the callbacks that the system would use`(
    json: String,
    keys: String,
    channels: [PushCallbackKind]
  ) async throws {
    await press(keys)
    receive(json)
    await scheduler.pass(.seconds(1))
    #expect(
      try inputs.compactMap { if case .push(_, let channel, _) = $0 { channel } else { nil } }
        == channels
    )
  }

  @Test func `opening goes from the latest notification backward, each once, to their tab`() async {
    await press("ppb")
    #expect(app.badges.badge(at: "home").mark == .number(4))
    await press("o")
    #expect(app.page == "notifications")
    #expect(app.isForeground)
    #expect(app.notifications.map(\.isOpened) == [false, true])
    await press("oo")
    #expect(app.notifications.map(\.isOpened) == [true, true])
    #expect(app.log.last?.text == "there is no notification to open; p sends one")
  }

  @Test func `the server's list has the latest notifications`() throws {
    for _ in 0..<20 {
      receive(#"{"aps":{"alert":"Hi"}}"#)
    }
    let lists = try inputs.compactMap { $0.record(as: LatestNotifications.self) }
    let marks = try #require(lists.last).result.get()
    #expect(marks.map(\.id) == (10..<20).reversed().map { "n\($0)" })
  }

  @Test func `no key has two actions, and the help lists every key`() {
    #expect(Set(LiveApp.keys.map(\.key)).count == LiveApp.keys.count)
    for (key, label, _) in LiveApp.keys {
      #expect(LiveCommand.usage.contains("\n\(key)  \(label)\n"))
    }
    app.press("Q")
    #expect(app.hasQuit)
  }

  @Test(arguments: 0..<Exhaustive.choose(2, thorough: 16) as Range<UInt64>)
  func `any bytes and keys leave a screen to show`(
    seed: UInt64
  ) async {
    var generator = SeededGenerator(seed: seed)
    let pieces = ["{", "}", #""aps""#, ":", #""alert""#, ",", "1", "\"\u{1B}[2J\"", "[", "]", "\\"]
    for _ in 0..<60 {
      if Bool.random(using: &generator), let row = LiveApp.keys.randomElement(using: &generator) {
        app.press(row.key)
      } else {
        let text = (0..<8).compactMap { _ in pieces.randomElement(using: &generator) }.joined()
        receive("{" + text + "}")
      }
      await scheduler.pass(.milliseconds(Int.random(in: 0...4_000, using: &generator)))
      let lines = lines(width: 80, height: 24)
      #expect(lines.count == 24, "seed \(seed)")
      #expect(!lines.contains { $0.contains("\u{1B}") }, "seed \(seed)")
    }
    app.apply(.end)
    #expect(throws: Never.self, "seed \(seed)") { try output.transcript() }
  }

  @Test func `a push with keys in place of texts, and one that could command the terminal`() async {
    receive(
      #"{"aps":{"alert":{"title-loc-key":"INVITE","title-loc-args":["Mira"],"loc-key":"TEXT"}}}"#
    )
    receive(#"{"aps":{"alert":"\u001b[2J\u202e日本語"}}"#)
    await press("2ww")
    #expect(
      lines(width: 60, height: 30)[3...4] == [
        #" ● \u{1b}[2J\u{202e}日本語"#, " ● INVITE(Mira)  TEXT()",
      ]
    )
  }

  @Test func `the recording plays with the same events`() async throws {
    await press("pp2")
    // What is due at the same instant comes first here, and last in a play.
    await scheduler.pass(.milliseconds(3_500))
    await press("bpo3c")
    await scheduler.pass(.seconds(12))
    await press("s")
    app.apply(.end)
    let live = app.log.compactMap { line in
      ["user", "system"].contains(line.source)
        ? nil : "\(line.time.secondsText) \(line.source) \(line.text)"
    }
    let played = try await outputs(in: output.transcript())
      .map { "\($0.time.secondsText) \($0.from) \($0.event.message)" }
    #expect(live.sorted() == played.sorted())
    #expect(live.count > 12)
  }
}

extension LiveAppTests {
  private var inputs: [TranscriptInput] {
    get throws { try output.transcript().records.map(\.input) }
  }

  private func texts(of source: String) -> [String] {
    app.log.filter { $0.source == source }.map(\.text)
  }

  /// The lines of the screen, without styles.
  func lines(width: Int, height: Int) -> [String] {
    app.lines(width: width, height: height).map(\.unstyled)
  }

  func receive(_ json: String) {
    app.receive(Data(json.utf8), named: "test")
  }

  /// Presses keys, with a second after each.
  func press(_ keys: String) async {
    for key in keys {
      app.press(key)
      await scheduler.pass(.seconds(1))
    }
  }
}
