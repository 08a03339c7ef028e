import Foundation
import PushHub
import PushHubRecorder
import PushHubReplay

/// Runs the app in the terminal, by hand and on the live clock.
@MainActor
struct LiveCommand {
  struct Options: Equatable {
    /// Where pushes can be sent to; `nil` is the usual place.
    var socket: String?

    /// Where the run is recorded.
    var recording = "pushhub-live.jsonl"
  }

  static let usage = """
    usage: pushhub-demo live [--socket PATH] [--record OUT]
           pushhub-demo push --live [--socket PATH] FILE...

    Runs an app with all observers in this terminal, as time passes. The system and the app's
    server are played: each push of the inbox adds one to the server's number of unread messages,
    and a silent one adds none.

    \(keys)

    push --live Sends .apns files to the app that runs in another terminal. Any program can: one
                connection to the socket takes the bytes of one file, up to 64 KiB, and answers a
                line when it is told that no more will come: nc -NU PATH < FILE
    --socket    Where the socket is; by default pushhub-live-UID.sock in TMPDIR, or in /tmp.
    --record    Where the run is recorded, to be played: by default pushhub-live.jsonl. A file that
                is there is put aside as pushhub-live.previous.jsonl.

    NO_COLOR takes the colours away. Exit status: 0, or 64 without a terminal, 66 for a recording
    that can't be written, 69 for a socket that can't be had, or that of the signal.
    """

  private static let keys = KeyHelp.rows(width: 96, indent: 0).map(\.text).joined(separator: "\n")

  let options: Options
  let console: Console

  func run() async -> ExitCode {
    let device = TerminalDevice()
    let environment = ProcessInfo.processInfo.environment
    if let obstacle = Self.obstacle(isTerminal: device.isTerminal, kind: environment["TERM"]) {
      console.complain("pushhub-demo live \(obstacle)")
      return .wrongUsage
    }
    let session = TerminalSession(device: device, look: Look(environment: environment))
    return await run(on: device, session)
  }

  /// Why it can't run here, and what to do; `nil` if it can.
  ///
  /// - Parameter kind: What `TERM` says. Unset it says nothing against what every terminal of today
  ///   understands, and no more is used.
  nonisolated static func obstacle(isTerminal: Bool, kind: String?) -> String? {
    guard isTerminal else {
      return "needs a terminal for its input and output; "
        + "without one, play a transcript: pushhub-demo play FILE"
    }
    guard kind != "dumb" else {
      return "draws a screen, and TERM=dumb says that this terminal can't show one; if it can, "
        + "name it, as in TERM=xterm-256color pushhub-demo live, "
        + "or play a transcript: pushhub-demo play FILE"
    }
    return nil
  }

  private func run(on device: TerminalDevice, _ session: TerminalSession) async -> ExitCode {
    let scheduler = LiveScheduler()
    let path = options.socket ?? SocketPath.standard()
    let socket: LiveSocket
    do {
      socket = try LiveSocket(path: path, scheduler: scheduler)
    } catch {
      console.complain("\(printable(path)): \(error)")
      return .unavailable
    }
    defer { socket.close() }
    let recorder: TranscriptRecorder
    let app: LiveApp
    do {
      recorder = try makeRecorder()
      app = try LiveApp(
        scheduler: scheduler,
        recorder: recorder,
        payloads: BundledPayloads.files.compactMap(bytes(of:))
      )
    } catch {
      console.complain("\(printable(options.recording)): \(error.localizedDescription)")
      return .missingInput
    }
    socket.open { app.receive($0) }
    app.say("push --live FILE sends to \(path)")
    app.launch()
    let ending = await LiveRun(app: app, session: session, scheduler: scheduler).run()
    socket.close()
    app.end()
    return finish(ending, on: device, recorder)
  }

  private func makeRecorder() throws -> TranscriptRecorder {
    let file = try TranscriptFile(
      at: URL(filePath: options.recording),
      maximumByteCount: 1 << 30
    )
    return TranscriptRecorder(writingTo: file, privacy: .complete)
  }

  /// Says where the recording is, unless nobody is there to read it.
  private func finish(
    _ ending: LiveRun.Ending,
    on device: TerminalDevice,
    _ recorder: TranscriptRecorder
  ) -> ExitCode {
    let name = printable(options.recording)
    try? device.write("Recorded in \(name)\nSee it again: pushhub-demo play \(name)\n")
    console.tellMissingLines(of: recorder, in: name)
    switch ending {
    case .quit:
      return .success
    case .signal(let number):
      SignalPipe.giveIn(to: number)
      return .success
    case .failed(let reason):
      console.complain("pushhub-demo: the terminal is gone: \(reason)")
      return .missingInput
    }
  }

  private func bytes(of file: InputFile) -> LiveApp.APNSBytes? {
    guard let bytes = try? file.read(from: console) else { return nil }
    return LiveApp.APNSBytes(name: file.name, bytes: bytes)
  }
}

extension LiveCommand.Options {
  /// Reads what follows `live`.
  ///
  /// - Returns: `nil` if help is asked for.
  init?(_ arguments: inout ArgumentList) throws(UsageError) {
    self.init()
    while let argument = arguments.next() {
      switch argument {
      case .option("--socket"): socket = try arguments.value(of: "--socket")
      case .option("--record"): recording = try arguments.outputFile(of: "--record")
      case .option("--help"): return nil
      case .option(let name):
        throw .unknownOption(name, of: "live", among: ["--socket", "--record", "--help"])
      case .word(let word):
        throw UsageError(description: "live takes no file such as \"\(printable(word))\"")
      }
    }
  }
}

/// Where `push` delivers, if not to a manager of its own.
struct LiveDestination {
  var isWanted = false
  var socket: String?

  /// How the files are sent there; `nil` if that is not asked for.
  func options(
    for files: [InputFile],
    format: OutputFormat
  ) throws(UsageError) -> SendCommand.Options? {
    guard isWanted || socket != nil else { return nil }
    guard isWanted else { throw UsageError(description: "--socket goes with --live") }
    guard format == .text else { throw UsageError(description: "--live goes with no --json") }
    return SendCommand.Options(files: files, socket: socket)
  }
}
