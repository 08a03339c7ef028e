import Foundation
import PushHub
import PushHubRecorder
import PushHubReplay

/// Runs the app in the terminal, controlled by keys, in real time.
@MainActor
struct LiveCommand {
  static let usage = """
    usage: pushhub-demo live [--record OUT]
           pushhub-demo push --live FILE...

    Runs an app with features in this terminal, in real time. The system and the app's server are
    simulated: each push that is not silent adds one to the server's number of unread messages.

    \(LiveApp.keys.map { "\($0.key)  \($0.label)" }.joined(separator: "\n"))

    Control-C quits, too. Control-Z suspends.

    push --live Sends .apns files to the app that runs in another terminal. Other programs can do so
                by moving a file to NAME.apns in the folder \(LiveInbox().folder.path).
    --record    The file for the recording, by default pushhub-live.jsonl. An existing file is kept
                as pushhub-live.previous.jsonl.

    NO_COLOR turns the colours off. Exit status: 0, or 64 without a terminal, 66 for a recording
    that can't be written, or that of the signal.
    """

  /// The path of the recording.
  let recording: String
  let console: Console

  func run() async -> ExitCode {
    guard Terminal.isTerminal, ProcessInfo.processInfo.environment["TERM"] != "dumb" else {
      console.complain(
        """
        pushhub-demo live needs a terminal with escape sequences for its input and output; \
        without one, play a transcript: pushhub-demo play FILE
        """
      )
      return .wrongUsage
    }
    let name = printable(recording)
    do {
      let file = try TranscriptFile(at: URL(filePath: recording), maximumByteCount: 1 << 30)
      let recorder = TranscriptRecorder(writingTo: file, isRedacted: false)
      let scheduler = LiveScheduler()
      let payloads = BundledPayloads.files.compactMap { file in
        (try? console.bytes(of: file)).map { (file.fileTitle, $0) }
      }
      let app = try LiveApp(scheduler: scheduler, recorder: recorder, payloads: payloads)
      // Only a closed terminal fails.
      try? await run(app, on: scheduler)
      console.print("Recorded in \(name)\nTo play it: pushhub-demo play \(name)")
      return console.status(of: recorder, in: recording)
    } catch {
      console.complain("\(recording): \(error.localizedDescription)")
      return .missingInput
    }
  }

  /// Runs until the user quits or the terminal is closed, and restores the terminal.
  private func run(_ app: LiveApp, on scheduler: LiveScheduler) async throws {
    Terminal.catchSignals()
    defer { Terminal.leave() }
    app.launch()
    let inbox = LiveInbox()
    var shown: [String] = []
    var shownSize = (width: 0, height: 0)
    while !app.hasQuit {
      let isNew = try Terminal.enter()
      let size = Terminal.size
      let lines = app.lines(width: size.width, height: size.height)
      // Each line has its own position and clears the previous one; see CUP and EL in ECMA-48.
      let changes = lines.indices.filter { isNew || size != shownSize || lines[$0] != shown[$0] }
        .map { "\u{1B}[\($0 + 1);1H\u{1B}[2K\(lines[$0])" }
        .joined()
      try Terminal.write(console.isColoured ? changes : changes.unstyled)
      (shown, shownSize) = (lines, size)
      try await scheduler.sleep(for: .milliseconds(50))
      for key in Terminal.keys() {
        app.press(key)
      }
      inbox.receive { app.receive($0, named: "push --live") }
    }
    app.apply(.end)
  }
}
