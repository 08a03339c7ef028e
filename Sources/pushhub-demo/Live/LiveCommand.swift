import Foundation
import PushHub
import PushHubRecorder
import PushHubReplay

/// Runs the app in the terminal, by hand and on the live clock.
struct LiveCommand {
  static let usage = """
    usage: pushhub-demo live [--record OUT]
           pushhub-demo push --live FILE...

    Runs an app with all observers in this terminal, as time passes. The system and the app's
    server are played: each push of the inbox adds one to the server's number of unread messages,
    and a silent one adds none.

    \(LiveKeys.help(width: 96, indent: 0).map(\.text).joined(separator: "\n"))

    What is pasted is not taken as keys.

    push --live Sends .apns files to the app that runs in another terminal. Any program can: a file
                that is renamed to NAME.apns in the folder pushhub-live-UID in TMPDIR, or in /tmp,
                is taken, and NAME.answer says what became of it.
    --record    Where the run is recorded, to be played: by default pushhub-live.jsonl. A file that
                is there is put aside as pushhub-live.previous.jsonl.

    NO_COLOR takes the colours away. Exit status: 0, or 64 without a terminal, 66 for a recording
    that can't be written, 69 if another one runs already, or that of the signal.
    """

  /// Where the run is recorded.
  let recording: String
  let console: Console

  @MainActor
  func run() async -> ExitCode {
    let environment = ProcessInfo.processInfo.environment
    let obstacle = Self.obstacle(isTerminal: Terminal.isTerminal, kind: environment["TERM"])
    if let obstacle {
      console.complain("pushhub-demo live \(obstacle)")
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
      app.say("push --live FILE sends to \(folder.path)")
      app.launch()
      let isColoured = environment["NO_COLOR", default: ""].isEmpty
      let run = LiveRun(app: app, inbox: inbox, scheduler: scheduler, isColoured: isColoured)
      let ending = await run.run()
      app.end()
      try? Terminal.write("Recorded in \(name)\nSee it again: pushhub-demo play \(name)\n")
      console.reportMissingLines(of: recorder, in: name)
      if ending != 0 {
        Signals.giveIn(to: ending)
      }
      return .success
    } catch let failure as FileFailure {
      return console.report(failure, about: folder.path)
    } catch {
      console.complain("\(name): \(error.localizedDescription)")
      return .missingInput
    }
  }

  /// Why it can't run here, and what to do; `nil` if it can.
  ///
  /// - Parameter kind: What `TERM` says. Unset it says nothing against what every terminal of today
  ///   understands, and no more is used.
  static func obstacle(isTerminal: Bool, kind: String?) -> String? {
    let other = "play a transcript: pushhub-demo play FILE"
    guard isTerminal else {
      return "needs a terminal for its input and output; without one, \(other)"
    }
    guard kind == "dumb" else { return nil }
    return "draws a screen, and TERM=dumb says that this terminal can't show one; if it can, "
      + "name it, as in TERM=xterm-256color pushhub-demo live, or \(other)"
  }
}
