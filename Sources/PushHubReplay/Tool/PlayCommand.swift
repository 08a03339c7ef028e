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
        "[--json] [--all] [--only NAMES] [--except NAMES] [--record OUT] FILE",
        "--html OUT [--record OUT] FILE",
        "--html OUT BEFORE AFTER",
      ],
      help: """
        play             Plays a transcript on a simulated clock, and prints what the hub and the
                         features do; - is standard input. Many ticks of one kind are one line.
        --all            Prints a line for each tick.
        --only NAMES     Prints only the lines of these, with commas between them: hub, or features.
        --except NAMES   Leaves out the lines of these: hub, features, or events such as tick.
        --record OUT     Records the replay to a file, which can be played too. A file of that name
                         is kept as OUT.previous before its extension.
        --html OUT       Writes a report instead of lines: one HTML file for any browser. For two
                         files it shows both, with what the features did differently.
        """,
      options: ["--json", "--all", "--only NAMES", "--except NAMES", "--record OUT", "--html OUT"]
    ) { arguments, console throws(UsageError) in
      try await PlayCommand(arguments, tool, console).run()
    }
  }
}

/// Plays a transcript and prints what the hub and its features do.
@MainActor
struct PlayCommand {
  /// The path of the file, and for a report perhaps of a second one.
  let files: [String]

  /// The sources whose lines are printed; `nil` prints all.
  let only: [String]?

  /// The sources and events whose lines are left out.
  let except: [String]

  /// The path of the recording of the replay.
  let recording: String?

  /// The path of the report, which is written instead of lines.
  let page: String?

  private let isJSON: Bool
  private let hasTicks: Bool
  private let tool: ReplayTool
  private let console: Console

  func run() async -> ExitCode {
    var reports: [Report] = []
    for file in files {
      let scripts = tool.makeScripts()
      let status = await console.withTranscript(
        in: file,
        Replay.records(of: scripts),
        otherwiseAbout: recording
      ) { transcript in
        let recorder = try recording.map { path in
          TranscriptRecorder(
            writingTo: try TranscriptFile(at: URL(filePath: path), maximumByteCount: 1 << 30),
            isRedacted: false
          )
        }
        let replay = try Replay(of: transcript, with: scripts, recorder: recorder)
        if page == nil {
          await printLines(of: replay, in: file)
        } else {
          reports.append(await replay.report(named: file.fileTitle))
        }
        if let problem = replay.cutProblem { console.complain("\(file): \(problem)") }
        guard let recorder, let recording else { return .success }
        return console.status(of: recorder, in: recording)
      }
      guard status == .success else { return status }
    }
    return page.map { write(reports, to: $0) } ?? .success
  }

  private func printLines(of replay: Replay, in file: String) async {
    // Marks put ticks together.
    let lines: [(output: Output, message: String)]
    if isJSON || hasTicks {
      await replay.run()
      lines = replay.outputs.map { ($0, printable($0.event.message)) }
    } else {
      lines = await replay.report(named: "", hasFacts: false).marks
        .compactMap { mark in mark.outputs.first.map { ($0, mark.message) } }
    }
    let printed = lines.filter { output, _ in
      only?.contains(output.from) ?? true && !except.contains(output.from)
        && !except.contains(output.event.name)
    }
    for (output, message) in printed {
      console.print(
        isJSON
          ? printableJSON(output.json.jsonText)
          : output.row(message, coloured: console.isColoured)
      )
    }
    if printed.isEmpty {
      let silent = only?.joined(separator: ", ") ?? "the hub and the features"
      console.complain("\(file): nothing to print: \(silent) did nothing")
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
  private func explainCommand(of file: String) -> String? {
    let word = file.shellWord
    return file == "-" || printable(word) != word
      ? nil : "\(tool.name) explain --at {} \(word)"
  }
}

extension String {
  /// The path as one word of a command line that a shell doesn't change and that is no option.
  fileprivate var shellWord: String {
    // A shell reads scalars, not characters.
    let quoted = unicodeScalars.map { $0 == "'" ? #"'\''"# : String($0) }.joined()
    return (hasPrefix("-") ? "./" : "") + "'\(quoted)'"
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
    hasTicks = arguments["--all"] != nil
    only = arguments["--only"]?.components(separatedBy: ",")
    except = arguments["--except"]?.components(separatedBy: ",") ?? []
    let names = ["hub"] + tool.makeScripts().map(\.name)
    if let name = only?.first(where: { !names.contains($0) }) {
      throw .unknown(name, "--only: there is no feature named", among: names)
    }
    files = try arguments.files(atMost: page == nil ? 1 : 2)
    let inputs = files.filter { $0 != "-" }.map(\.resolvedPath)
    let previous = recording.map { TranscriptFile.previousURL(of: URL(filePath: $0)).path }
    let outputs = [page, recording, previous].compactMap(\.?.resolvedPath)
    let rules = [
      (files.count == 1 || recording == nil, "--record can be used with one file only"),
      (
        page.map { !$0.lowercased().hasSuffix(".jsonl") } ?? true,
        "--html needs the name of the page, such as report.html, before the files"
      ),
      (
        Set(outputs).isDisjoint(with: inputs),
        "an output file can't be the file that is read"
      ),
      (Set(outputs).count == outputs.count, "--html and --record need different files"),
      (
        page == nil || only == nil && except.isEmpty && !isJSON && !hasTicks,
        "--html can't be used with --json, --all, --only or --except"
      ),
    ]
    for (isKept, problem) in rules { try UsageError.unless(isKept, problem) }
  }
}

extension String {
  fileprivate var resolvedPath: String {
    URL(filePath: self).standardizedFileURL.resolvingSymlinksInPath().path
  }
}
