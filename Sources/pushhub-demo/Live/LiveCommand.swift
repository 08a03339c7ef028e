import Foundation
import PushHub
import PushHubRecorder
import PushHubReplay

/// Runs the app in the terminal, controlled by keys, in real time.
struct LiveCommand {
  static let usage = """
    usage: pushhub-demo live [--record OUT]
           pushhub-demo push --live FILE...

    Runs an app with features in this terminal, in real time. The system and the app's server are
    simulated: each push that is not silent adds one to the server's number of unread messages.

    \(LiveKeys.help(width: 96, indent: 0).map(\.text).joined(separator: "\n"))

    Pasted text is ignored.

    push --live Sends .apns files to the app that runs in another terminal. Other programs can do so
                by moving a file to NAME.apns in the folder pushhub-live-UID in TMPDIR, or in /tmp.
                The app writes the result to NAME.answer.
    --record    The file for the recording, by default pushhub-live.jsonl. An existing file is kept
                as pushhub-live.previous.jsonl.

    NO_COLOR turns the colours off. Exit status: 0, or 64 without a terminal, 66 for a recording
    that can't be written, 69 if another one runs already, or that of the signal.
    """

  /// The path of the recording.
  let recording: String
  let console: Console

  @MainActor
  func run() async -> ExitCode {
    let environment = ProcessInfo.processInfo.environment
    let problem = Self.problem(isTerminal: Terminal.isTerminal, kind: environment["TERM"])
    if let problem {
      console.complain("pushhub-demo live \(problem)")
      return .wrongUsage
    }
    let folder = LiveInbox.standardFolder
    let scheduler = LiveScheduler()
    let name = printable(recording)
    do {
      let inbox = try LiveInbox(folder: folder)
      let file = try TranscriptFile(at: URL(filePath: recording), maximumByteCount: 1 << 30)
      let recorder = TranscriptRecorder(writingTo: file, isRedacted: false)
      let payloads = BundledPayloads.files.compactMap { file in
        (try? console.bytes(of: file)).map { (file.title, $0) }
      }
      let app = try LiveApp(scheduler: scheduler, recorder: recorder, payloads: payloads)
      app.log("push --live FILE sends to \(folder.path)")
      app.launch()
      let isColoured = environment["NO_COLOR", default: ""].isEmpty
      let run = LiveRun(app: app, inbox: inbox, scheduler: scheduler, isColoured: isColoured)
      let ending = await run.run()
      app.end()
      try? Terminal.write("Recorded in \(name)\nTo play it: pushhub-demo play \(name)\n")
      console.reportMissingLines(of: recorder, in: name)
      if ending != 0 {
        Signals.performDefaultAction(of: ending)
      }
      return .success
    } catch let failure as FileFailure {
      return console.report(failure, about: folder.path)
    } catch {
      console.complain("\(name): \(error.localizedDescription)")
      return .missingInput
    }
  }

  /// Why the app can't run here, and what to do; `nil` if it can.
  ///
  /// - Parameter kind: The value of `TERM`. Every kind but `dumb` is accepted, and also none.
  static func problem(isTerminal: Bool, kind: String?) -> String? {
    let other = "play a transcript: pushhub-demo play FILE"
    guard isTerminal else {
      return "needs a terminal for its input and output; without one, \(other)"
    }
    guard kind == "dumb" else { return nil }
    return "needs a terminal with escape sequences, which TERM=dumb has not; if yours has them, "
      + "run TERM=xterm-256color pushhub-demo live, or \(other)"
  }
}
