import Foundation
import PushHub
import PushHubRecorder

extension ToolCommand {
  /// Plays a transcript on the features of a tool.
  @MainActor
  static func play(with tool: ReplayTool) -> ToolCommand {
    ToolCommand(
      "play",
      forms: [
        "[--json] [--only NAMES] [--record OUT] FILE", "--html OUT [--record OUT] FILE",
        "--html OUT BEFORE AFTER",
      ],
      help: """
        play             Plays a transcript on a simulated clock, and prints what the hub and the
                         features do; - is standard input.
        --only NAMES     Prints only what these say, with commas between them: hub, or features.
        --record OUT     Records the play to a file, which plays in turn. A file that is there is
                         put aside, as OUT.previous before its extension.
        --html OUT       Writes a report to look at, one file for any browser, in place of lines;
                         of two files, one beside the other, with what the features did
                         differently.
        """,
      options: ["--json", "--only NAMES", "--record OUT", "--html OUT"]
    ) { arguments, console throws(UsageError) in
      try await PlayCommand(arguments, tool, console).run()
    }
  }
}

/// Plays a transcript and prints what the hub and its features do.
@MainActor
struct PlayCommand {
  /// The file, and for a report perhaps another one beside which it is shown.
  let files: [InputFile]

  /// Whose lines are printed; `nil` prints all.
  let speakers: [String]?

  /// Where the play is recorded.
  let recording: String?

  /// Where the report is written, which takes the place of all lines.
  let page: String?

  private let isJSON: Bool
  private let tool: ReplayTool
  private let console: Console

  func run() async -> ExitCode {
    var reports: [Report] = []
    for file in files {
      let scripts = tool.makeScripts()
      let status = await console.withTranscript(
        in: file,
        Array(of: scripts),
        otherwiseAbout: recording
      ) { transcript, bytes in
        let recorder = try recording.map { path in
          TranscriptRecorder(
            writingTo: try TranscriptFile(at: URL(filePath: path), maximumByteCount: 1 << 30),
            isRedacted: false
          )
        }
        let replay = try Replay(of: transcript, with: scripts, recorder: recorder)
        if page == nil {
          await printLines(of: replay)
        } else {
          let lines = Transcript.recordLines(in: bytes)
          reports.append(await replay.draw(named: file.title, lines: lines))
        }
        guard let recorder, let recording else { return .success }
        let isMissing = console.reportMissingLines(of: recorder, in: printable(recording))
        return isMissing ? .missingInput : .success
      }
      guard status == .success else { return status }
    }
    return page.map { write(reports, to: $0) } ?? .success
  }

  private func printLines(of replay: Replay) async {
    var isSilent = true
    replay.app.onEvent { told in
      guard speakers?.contains(told.from) ?? true else { return }
      isSilent = false
      console.print(
        isJSON ? printableJSON(told.json.jsonText) : told.row(coloured: console.isColoured)
      )
    }
    await replay.run()
    if isSilent {
      let silent = speakers?.joined(separator: ", ") ?? "the hub and the features"
      console.complain("\(printable(files[0].path)): nothing to print: \(silent) did nothing")
    }
  }
}

// MARK: - Reports

extension PlayCommand {
  private func write(_ reports: [Report], to path: String) -> ExitCode {
    let page = ReportPage(reports, commands: files.map(explainCommand))
    do {
      try console.writeFile(Data(page.html().utf8), path)
      console.print("The report is in \(printable(path))")
      return .success
    } catch {
      let folder = URL(filePath: path).deletingLastPathComponent().relativePath
      return console.report(
        FileFailure(
          error,
          "the report can't be written",
          missing: "the folder \(folder) doesn't exist; make it, or name a file in another folder"
        ),
        about: path
      )
    }
  }

  /// The command that explains an instant of a file, with `{}` for the time.
  private func explainCommand(of file: InputFile) -> String? {
    let word = file.path.shellWord
    return file.path == "-" || printable(word) != word
      ? nil : "\(tool.name) explain --at {} \(word)"
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
  init(_ arguments: ToolArguments, _ tool: ReplayTool, _ console: Console) throws(UsageError) {
    page = arguments["--html"]
    recording = arguments["--record"]
    isJSON = arguments.isJSON
    self.tool = tool
    self.console = console
    speakers = arguments["--only"]?.split(separator: ",", omittingEmptySubsequences: false)
      .map(String.init)
    let names = ["hub"] + tool.makeScripts().map(\.name)
    if let name = speakers?.first(where: { !names.contains($0) }) {
      throw .unknown(name, "--only knows nobody named", among: names)
    }
    files = try arguments.files(atMost: page == nil ? 1 : 2)
    let inputs = files.map(\.path).filter { $0 != "-" }.map(\.resolvedPath)
    let previous = recording.map { TranscriptFile.previousURL(of: URL(filePath: $0)).path }
    let outputs = [page, recording, previous].compactMap(\.?.resolvedPath)
    let rules = [
      (files.count == 1 || recording == nil, "--record goes with one file"),
      (
        page.map { !$0.lowercased().hasSuffix(".jsonl") } ?? true,
        "--html needs the name of the page, such as report.html, before the files"
      ),
      (
        Set(outputs).isDisjoint(with: inputs),
        "what is written needs another file than the one that is read"
      ),
      (Set(outputs).count == outputs.count, "--html and --record need a file each"),
      (page == nil || speakers == nil && !isJSON, "--html goes with none of --json and --only"),
    ]
    for (isKept, problem) in rules { try UsageError.unless(isKept, problem) }
  }
}

extension String {
  fileprivate var resolvedPath: String {
    URL(filePath: self).standardizedFileURL.resolvingSymlinksInPath().path
  }
}
