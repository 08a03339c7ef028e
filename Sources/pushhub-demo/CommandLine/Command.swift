import PushHubReplay
import PushHubScripts

/// What the demo was asked to do.
enum Command: Equatable {
  case help(String)
  case push(files: [InputFile], format: OutputFormat)
  case play(PlayCommand.Options)
  case explain(ExplainCommand.Options)
  case live(recording: String)
  case send([InputFile])

  static let usage = """
    usage: pushhub-demo
           pushhub-demo play [--json] [--only NAMES] [--realtime | --speed N]
                             [--record OUT] FILE
           pushhub-demo play --html OUT [--record OUT] FILE
           pushhub-demo play --html OUT BEFORE AFTER
           pushhub-demo explain [--json] FILE --at TIME [--observer NAME]
           pushhub-demo push [--json] FILE...
           pushhub-demo live [--record OUT]
           pushhub-demo push --live FILE...
           pushhub-demo --help

    Without arguments, plays a day in the life of an app that comes with the demo.

    play        Plays a transcript on a simulated clock, and prints what the hub and its
                observers do; - is standard input.
    --only      Prints only what these say, as in unread,badge: hub, unread, countdown,
                badge, screenshot; and, if the transcript has records of theirs,
                registration, receipts, quiet, banner, actions, permission,
                delivered, local, refresh.
    --realtime  Plays as time really passes.
    --speed N   Lets N seconds pass in one.
    --record    Records the play to a file, which plays in turn.
    --html      Writes a report to look at, one file for any browser, in place of lines; of two
                files, one beside the other, with what the observers did differently.

    explain     Plays a transcript up to a time, all of that instant included, and says what is
                true then of the app and of each observer, and which records led there.
    --at        The time since the start: seconds as in the transcript, M:SS or H:MM:SS, all with
                decimals if there are any: 76.5, 1:16.5 and 0:01:16.500 are the same.
    --observer  Explains one of these observers alone.

    push        Delivers .apns files, as for `xcrun simctl push`, to a notification manager
                with three observers, and prints what became of each; - is standard input.

    live        Runs the app in this terminal, by hand and as time passes, and records the run;
                live --help lists the keys. push --live sends files to it from another terminal.

    --json      Prints one JSON object a line.

    Exit status: 0, or 64 for wrong usage, 65 for a file that is no transcript or payload, 66 for a
    file that can't be read or written, 69 if nobody listens to push --live. A transcript with a
    mistake is not played at all; other payloads are delivered all the same.
    """
}

extension Command {
  /// The names of the ready-made features, in the order in which they speak.
  private static let features = [
    "unread", "countdown", "badge", "screenshot", "registration", "receipts", "quiet", "banner",
    "actions", "permission", "delivered", "local", "refresh",
  ]

  init(arguments: some Sequence<String>) throws(UsageError) {
    var arguments = ArgumentList(arguments)
    switch arguments.next() {
    case nil:
      self = .play(PlayCommand.Options(file: BundledTranscripts.day))
    case .word("play"):
      let options = try PlayCommand.Options(&arguments, features: Self.features)
      self = options.map(Self.play) ?? .help(Self.usage)
    case .word("explain"):
      let options = try ExplainCommand.Options(&arguments, features: Self.features)
      self = options.map(Self.explain) ?? .help(Self.usage)
    case .word("push"):
      self = try .push(&arguments)
    case .word("live"):
      self = try .live(&arguments)
    case .word("help"), .option("-h"), .option("--help"):
      self = .help(Self.usage)
    case .word(let word), .option(let word):
      throw .unknownCommand(word, among: ["play", "explain", "push", "live", "help"])
    }
  }

  private static func push(_ arguments: inout ArgumentList) throws(UsageError) -> Command {
    var files: [InputFile] = []
    var format = OutputFormat.text
    var isLive = false
    while let argument = arguments.next() {
      switch argument {
      case .option("--json"): format = .json
      case .option("--live"): isLive = true
      case .option("--help"): return .help(usage)
      case .option(let name):
        throw .unknownOption(name, of: "push", among: ["--json", "--live", "--help"])
      case .word(let name): files.append(InputFile(name))
      }
    }
    guard !files.isEmpty else {
      throw UsageError(description: "push needs at least one file, or - for standard input")
    }
    guard isLive else { return .push(files: files, format: format) }
    guard format == .text else { throw UsageError(description: "--live goes with no --json") }
    return .send(files)
  }

  private static func live(_ arguments: inout ArgumentList) throws(UsageError) -> Command {
    var recording = "pushhub-live.jsonl"
    while let argument = arguments.next() {
      switch argument {
      case .option("--record"): recording = try arguments.outputFile(of: "--record")
      case .option("--help"): return .help(LiveCommand.usage)
      case .option(let name):
        throw .unknownOption(name, of: "live", among: ["--record", "--help"])
      case .word(let word):
        throw UsageError(description: "live takes no file such as \"\(printable(word))\"")
      }
    }
    return .live(recording: recording)
  }

  @MainActor
  func run(on console: Console) async -> ExitCode {
    switch self {
    case .help(let text):
      console.print(text)
      return .success
    case .push(let files, let format):
      return await PushCommand(files: files, format: format, console: console).run()
    case .play(let options):
      return await PlayCommand(
        options: options,
        console: console,
        of: "pushhub-demo",
        features: { ReadyMadeScripts().all }
      ).run()
    case .explain(let options):
      return await ExplainCommand(
        options: options,
        console: console,
        scripts: ReadyMadeScripts().all
      ).run()
    case .live(let recording):
      return await LiveCommand(recording: recording, console: console).run()
    case .send(let files):
      return await console.forEach(of: files) { file, bytes throws(FileFailure) in
        let answer = try await LiveInbox.send(bytes)
        console.print("\(printable(file.name)): \(printable(answer))")
      }
    }
  }
}
