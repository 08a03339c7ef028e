import Foundation
import PushHub
import PushHubRecorder

/// Plays a transcript and prints what the hub and its features do.
@MainActor
package struct PlayCommand {
  /// What is to be done.
  package struct Options: Equatable, Sendable {
    package var file: InputFile

    /// A recording beside which it is shown; only a report shows two.
    package var other: InputFile?
    package var format = OutputFormat.text

    /// How many seconds pass in one second; `nil` plays in no time.
    package var speed: Double?

    /// Whose lines are printed; `nil` prints all.
    package var speakers: Set<String>?

    /// Where the play is recorded.
    package var recording: String?

    /// Where the report is written, which takes the place of all lines.
    package var page: String?

    /// Whether nothing is asked for but all lines for people.
    var isPlain: Bool {
      format == .text && speed == nil && speakers == nil
    }

    package init(file: InputFile) {
      self.file = file
    }
  }

  private let options: Options
  private let console: Console
  private let tool: String
  private let makeScripts: () -> [any FeatureScript]

  /// - Parameters:
  ///   - tool: What the tool is called.
  ///   - makeScripts: Makes the features; called for each play.
  package init(
    options: Options,
    console: Console,
    of tool: String,
    features makeScripts: @escaping () -> [any FeatureScript]
  ) {
    self.options = options
    self.console = console
    self.tool = tool
    self.makeScripts = makeScripts
  }

  package func run() async -> ExitCode {
    if let page = options.page {
      return await writePage(to: page)
    }
    return await withPlay(of: options.file, recordedTo: options.recording) {
      transcript,
      _,
      scripts,
      recorder in
      try await play(transcript, scripts, recorder)
    }
  }

  /// Reads a transcript, and plays it once, recorded if that is asked for.
  private func withPlay(
    of file: InputFile,
    recordedTo recording: String?,
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
    if let speed = options.speed {
      let scheduler = ScaledScheduler(date: transcript.start, speed: speed)
      let journal = Journal(scheduler: scheduler, output: print)
      journal.isImmediate = true
      let app = ReplayedApp(scheduler: scheduler)
      try app.install(scripts, for: transcript, journal: journal, recorder: recorder)
      try await RealtimeReplay(
        transcript: transcript,
        scheduler: scheduler,
        app: app,
        progress: console.showProgress
      )
      .run()
      console.showProgress("")
    } else {
      try await Replay(of: transcript, with: scripts, recorder: recorder, telling: print).run()
    }
  }

  private func print(_ step: PlayedStep) {
    for line in step.told where options.speakers?.contains(line.from) ?? true {
      console.showProgress("")
      console.print(
        options.format == .json
          ? printableJSON(line.json.jsonText) : line.row(coloured: console.isColoured)
      )
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
    let files = [options.file] + (options.other.map { [$0] } ?? [])
    for (index, file) in files.enumerated() {
      let recording = index == 0 ? options.recording : nil
      let status = await withPlay(of: file, recordedTo: recording) {
        transcript,
        bytes,
        scripts,
        recorder in
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
    let commands = files.map(explainCommand)
    let page =
      reports.count == 2
      ? ReportPage(comparison: ReportComparison(reports[0], reports[1]), commands: commands)
      : ReportPage(report: reports[0], command: commands[0])
    do {
      try console.writeFile(Data(page.html().utf8), path)
      console.print("The report is in \(printable(path))")
      return .success
    } catch {
      console.complain(
        "\(printable(path)): The report can't be written: \(error.localizedDescription)"
      )
      return .missingInput
    }
  }

  /// The command that explains an instant of a file, with `{}` for the time.
  private func explainCommand(of file: InputFile) -> String? {
    let word = file.name.shellWord
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

extension PlayCommand.Options {
  static let optionNames = [
    "--json", "--only", "--realtime", "--speed", "--record", "--html", "--help",
  ]

  /// Reads what follows `play`.
  ///
  /// - Returns: `nil` if help is asked for.
  package init?(_ arguments: inout ArgumentList, features: [String]) throws(UsageError) {
    var files: [InputFile] = []
    var options = Self(file: InputFile("-"))
    var isRealtime = false
    while let argument = arguments.next() {
      switch argument {
      case .option("--json"): options.format = .json
      case .option("--only"): options.speakers = try arguments.speakers(among: ["hub"] + features)
      case .option("--realtime"): isRealtime = true
      case .option("--speed"): options.speed = try arguments.speed()
      case .option("--record"): options.recording = try arguments.outputFile(of: "--record")
      case .option("--html"): options.page = try arguments.outputFile(of: "--html")
      case .option("--help"): return nil
      case .option(let name):
        throw .unknownOption(name, of: "play", among: Self.optionNames)
      case .word(let name): files.append(InputFile(name))
      }
    }
    guard let file = files.first, files.count == 1 || options.page != nil && files.count == 2
    else { throw .fileCount(files.count, of: "play") }
    options.file = file
    options.other = files.dropFirst().first
    guard options.other == nil || options.recording == nil else {
      throw UsageError(description: "--record goes with one file")
    }
    guard files.count(where: { $0.path == "-" }) < 2 else {
      throw UsageError(description: "standard input can be read once, not for both files")
    }
    try options.requireFilesOfItsOwn(besides: files)
    if isRealtime {
      guard options.speed == nil else {
        throw UsageError(
          description: "--realtime goes with no --speed; it is the same as --speed 1"
        )
      }
      options.speed = 1
    }
    guard options.page == nil || options.isPlain else {
      throw UsageError(
        description: "--html goes with none of --json, --only, --realtime and --speed"
      )
    }
    self = options
  }
}

extension PlayCommand.Options {
  /// Nothing is written over what is read, nor over what else is written.
  private func requireFilesOfItsOwn(besides files: [InputFile]) throws(UsageError) {
    let outputs = [page, recording].compactMap { $0 }.map(\.resolvedPath)
    let inputs = files.filter { $0.path != "-" }.map(\.path.resolvedPath)
    guard Set(outputs).isDisjoint(with: inputs) else {
      throw UsageError(description: "what is written needs another file than the one that is read")
    }
    guard Set(outputs).count == outputs.count else {
      throw UsageError(description: "--html and --record need a file each")
    }
  }
}

extension String {
  fileprivate var resolvedPath: String {
    URL(filePath: self).standardizedFileURL.resolvingSymlinksInPath().path
  }
}

extension ArgumentList {
  fileprivate mutating func speakers(among names: [String]) throws(UsageError) -> Set<String> {
    var speakers: Set<String> = []
    for name in try value(of: "--only").split(separator: ",").map(String.init) {
      guard names.contains(name) else {
        throw .unknownSpeaker(name, of: "--only", among: names)
      }
      speakers.insert(name)
    }
    return speakers
  }

  fileprivate mutating func speed() throws(UsageError) -> Double {
    let text = try value(of: "--speed")
    guard let speed = Double(text), (1e-6...1e6).contains(speed) else {
      throw UsageError(
        description: "--speed needs a number from 0.000001 to 1000000, not \"\(printable(text))\""
      )
    }
    return speed
  }
}
