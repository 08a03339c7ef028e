import Foundation
import PushHub
import PushHubRecorder

extension ToolCommand {
  /// Plays a transcript.
  ///
  /// - Parameters:
  ///   - tool: What the tool is called.
  ///   - makeScripts: Makes the features; called for each play.
  @MainActor
  static func play(
    with tool: String,
    features makeScripts: @escaping () -> [any FeatureScript]
  ) -> ToolCommand {
    let scripts = makeScripts()
    let speakers = ["hub"] + scripts.filter { !($0 is IfRecorded) }.map(\.name)
    let others = scripts.filter { $0 is IfRecorded }.map(\.name).joined(separator: ", ")
    return ToolCommand(
      "play",
      forms: [
        "[--json] [--only NAMES] [--realtime | --speed N] [--record OUT] FILE",
        "--html OUT [--record OUT] FILE", "--html OUT BEFORE AFTER",
      ],
      help: """
        Plays a transcript on a simulated clock, and prints what the hub and the features do; - is \
        standard input.
        """,
      options: [
        "--json": "",
        "--only NAMES": "Prints only what these say: " + speakers.joined(separator: ", ")
          + (others.isEmpty ? "." : "; and, if the transcript has records of theirs, \(others)."),
        "--realtime": "Plays as time really passes.",
        "--speed N": "Lets N seconds pass in one.",
        "--record OUT": """
        Records the play to a file, which plays in turn. A file that is there is put aside, as \
        OUT.previous before its extension.
        """,
        "--html OUT": """
        Writes a report to look at, one file for any browser, in place of lines; of two files, one \
        beside the other, with what the features did differently.
        """,
      ]
    ) { arguments, console throws(UsageError) in
      let names = ["hub"] + scripts.map(\.name)
      let play = try PlayCommand(arguments, speakers: names, tool, makeScripts, console)
      return await play.run()
    }
  }
}

/// Plays a transcript and prints what the hub and its features do.
@MainActor
struct PlayCommand {
  /// The file, and for a report perhaps another one beside which it is shown.
  let files: [InputFile]

  /// How many seconds pass in one second; `nil` plays in no time.
  let speed: Double?

  /// Whose lines are printed; `nil` prints all.
  let speakers: [String]?

  /// Where the play is recorded.
  let recording: String?

  /// Where the report is written, which takes the place of all lines.
  let page: String?

  private let isJSON: Bool
  private let tool: String
  private let makeScripts: () -> [any FeatureScript]
  private let console: Console

  func run() async -> ExitCode {
    if let page {
      return await writePage(to: page)
    }
    return await withPlay(of: files[0]) { transcript, _, scripts, recorder in
      try await play(transcript, scripts, recorder)
    }
  }

  /// Reads a transcript, and plays it once, recorded if that is asked for.
  private func withPlay(
    of file: InputFile,
    _ body: (Transcript, Data, [any FeatureScript], TranscriptRecorder?) async throws -> Void
  ) async -> ExitCode {
    let scripts = makeScripts()
    return await console.withTranscript(
      in: file,
      Array(of: scripts),
      otherwiseAbout: recording
    ) { transcript, bytes in
      let recorder = try recording.map { try makeRecorder(for: transcript, at: $0) }
      try await body(transcript, bytes, scripts, recorder)
      guard let recorder, let recording else { return .success }
      let isMissing = console.tellMissingLines(of: recorder, in: printable(recording))
      return isMissing ? .missingInput : .success
    }
  }

  private func play(
    _ transcript: Transcript,
    _ scripts: [any FeatureScript],
    _ recorder: TranscriptRecorder?
  ) async throws {
    var isSilent = true
    let print = { (step: PlayedStep) in
      for line in step.told where speakers?.contains(line.from) ?? true {
        isSilent = false
        console.showProgress("")
        console.print(
          isJSON
            ? printableJSON(line.json.jsonText) : line.row(coloured: console.isColoured)
        )
      }
    }
    if let speed {
      let scheduler = ScaledScheduler(date: transcript.start, speed: speed)
      let journal = Journal(scheduler: scheduler, output: print)
      journal.isImmediate = true
      let app = ReplayedApp(scheduler: scheduler)
      try app.install(scripts, for: transcript, journal: journal, recorder: recorder)
      try await scheduler.play(transcript, on: app, progress: console.showProgress)
      console.showProgress("")
    } else {
      let replay = try Replay(of: transcript, with: scripts, recorder: recorder)
      replay.output = print
      await replay.run()
    }
    if isSilent {
      let silent = speakers?.joined(separator: ", ") ?? "the hub and the features"
      console.complain("\(printable(files[0].path)): nothing to print: \(silent) did nothing")
    }
  }

  private func makeRecorder(
    for transcript: Transcript,
    at path: String
  ) throws -> TranscriptRecorder {
    TranscriptRecorder(
      writingTo: try TranscriptFile(at: URL(filePath: path), maximumByteCount: 1 << 30),
      pages: transcript.pages,
      privacy: .complete
    )
  }
}

// MARK: - Reports

extension PlayCommand {
  private func writePage(to path: String) async -> ExitCode {
    var reports: [Report] = []
    for file in files {
      let status = await withPlay(of: file) { transcript, bytes, scripts, recorder in
        let play = try ExplainedReplay(
          transcript,
          named: file.title,
          lines: Transcript.recordLines(in: bytes),
          scripts: scripts,
          recorder: recorder
        )
        await play.run()
        reports.append(play.report)
      }
      guard status == .success else { return status }
    }
    let page = ReportPage(reports, commands: files.map(explainCommand))
    do {
      try console.writeFile(Data(page.html().utf8), path)
      console.print("The report is in \(printable(path))")
      return .success
    } catch {
      return console.tell(FileFailure(writing: error, to: path), about: path)
    }
  }

  /// The command that explains an instant of a file, with `{}` for the time.
  private func explainCommand(of file: InputFile) -> String? {
    let word = file.path.shellWord
    return file.path == "-" || printable(word) != word ? nil : "\(tool) explain --at {} \(word)"
  }
}

extension String {
  /// A file's path as one word of a command line, that a shell reads as it stands and no tool takes for
  /// an option.
  fileprivate var shellWord: String {
    if hasPrefix("-") { return "./\(self)".shellWord }
    let isPlain = allSatisfy { $0.isLetter || $0.isNumber || "/._-+,:@".contains($0) }
    return isPlain && !isEmpty
      ? self : "'" + replacing("'", with: #"'\''"#) + "'"
  }
}

// MARK: - Arguments

extension PlayCommand {
  /// - Parameters:
  ///   - names: Who may speak.
  ///   - tool: What the tool is called.
  ///   - makeScripts: Makes the features; called for each play.
  init(
    _ arguments: ToolArguments,
    speakers names: [String],
    _ tool: String,
    _ makeScripts: @escaping () -> [any FeatureScript],
    _ console: Console
  ) throws(UsageError) {
    page = arguments["--html"]
    recording = arguments["--record"]
    isJSON = arguments.isJSON
    self.tool = tool
    self.makeScripts = makeScripts
    self.console = console
    speakers = arguments["--only"]?.split(separator: ",").map(String.init)
    if let name = speakers?.first(where: { !names.contains($0) }) {
      throw .unknown(name, "--only knows nobody named", among: names, isListed: true)
    }
    let isRealtime = arguments["--realtime"] != nil
    speed = isRealtime ? 1 : arguments["--speed"].map { Double($0) ?? 0 }
    files = try arguments.files(atMost: page == nil ? 1 : 2)
    let inputs = files.map(\.path).filter { $0 != "-" }.map(\.resolvedPath)
    let recordings = recording.map { [$0, TranscriptFile.previousURL(of: URL(filePath: $0)).path] }
    let outputs = ([page].compactMap { $0 } + (recordings ?? [])).map(\.resolvedPath)
    let rules = [
      (
        speed.map { (1e-6...1e6).contains($0) } ?? true,
        "--speed needs a number from 0.000001 to 1000000, not "
          + "\"\(printable(arguments["--speed"] ?? ""))\""
      ),
      (files.count == 1 || recording == nil, "--record goes with one file"),
      (inputs.count > 0 || files.count == 1, "standard input can be read once, not for both files"),
      (
        page.map { !$0.lowercased().hasSuffix(".jsonl") } ?? true,
        "--html needs the name of the page, such as report.html, before the files"
      ),
      (
        Set(outputs).isDisjoint(with: inputs),
        "what is written needs another file than the one that is read"
      ),
      (Set(outputs).count == outputs.count, "--html and --record need a file each"),
      (
        !isRealtime || arguments["--speed"] == nil,
        "--realtime goes with no --speed; it is the same as --speed 1"
      ),
      (
        page == nil || speed == nil && speakers == nil && !isJSON,
        "--html goes with none of --json, --only, --realtime and --speed"
      ),
    ]
    if let (_, problem) = rules.first(where: { !$0.0 }) { throw UsageError(problem) }
  }
}

extension String {
  fileprivate var resolvedPath: String {
    URL(filePath: self).standardizedFileURL.resolvingSymlinksInPath().path
  }
}
