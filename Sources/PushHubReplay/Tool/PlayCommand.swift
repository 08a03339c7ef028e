import Foundation
import PushHub

/// Plays a transcript and prints what the hub and its features do.
@MainActor
package struct PlayCommand {
  /// What is to be done.
  package struct Options: Equatable, Sendable {
    package var file: InputFile
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
  private let scripts: [any FeatureScript]

  /// - Parameter scripts: Features that have not been played.
  package init(options: Options, console: Console, scripts: [any FeatureScript]) {
    self.options = options
    self.console = console
    self.scripts = scripts
  }

  package func run() async -> ExitCode {
    await console.withTranscript(
      in: options.file,
      TranscriptVocabulary(of: scripts),
      otherwiseAbout: options.recording
    ) { transcript, _ in
      let recorder = try options.recording.map { try makeRecorder(for: transcript.header, at: $0) }
      var status = ExitCode.success
      if let page = options.page {
        status = try await report(transcript, to: page, recorder)
      } else {
        try await play(transcript, recorder)
      }
      if let recorder, let name = options.recording,
        console.tellMissingLines(of: recorder, in: printable(name))
      {
        return .missingInput
      }
      return status
    }
  }

  private func play(_ transcript: Transcript, _ recorder: TranscriptRecorder?) async throws {
    if let speed = options.speed {
      let scheduler = ScaledScheduler(date: transcript.header.start, speed: speed)
      let journal = Journal(scheduler: scheduler, output: print)
      journal.isImmediate = true
      let app = ReplayedApp(scheduler: scheduler)
      try app.install(scripts, header: transcript.header, journal: journal, recorder: recorder)
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

  private func report(
    _ transcript: Transcript,
    to path: String,
    _ recorder: TranscriptRecorder?
  ) async throws -> ExitCode {
    var builder = ReportBuilder(
      named: options.file.title,
      start: transcript.header.start,
      scripts: scripts
    )
    let replay = try Replay(of: transcript, with: scripts, recorder: recorder, isExplained: true) {
      builder.take($0)
    }
    await replay.run()
    let report = builder.finish()
    do {
      try console.writeFile(Data(ReportPage(report: report).html().utf8), path)
      console.print("The report is in \(printable(path))")
      return .success
    } catch {
      console.complain(
        "\(printable(path)): The report can't be written: \(error.localizedDescription)"
      )
      return .missingInput
    }
  }

  private func print(_ step: PlayedStep) {
    for line in step.told where options.speakers?.contains(line.from) ?? true {
      console.showProgress("")
      console.print(
        options.format == .json ? line.json.jsonText : line.row(coloured: console.isColoured)
      )
    }
  }

  private func makeRecorder(
    for header: TranscriptHeader,
    at path: String
  ) throws -> TranscriptRecorder {
    TranscriptRecorder(
      writingTo: try TranscriptFile(at: URL(filePath: path), maximumByteCount: 1 << 30),
      header: header,
      privacy: .complete
    )
  }
}

// MARK: - Arguments

extension PlayCommand.Options {
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
      case .option(let name): throw .unknownOption(name, of: "play")
      case .word(let name): files.append(InputFile(name))
      }
    }
    guard let file = files.first, files.count == 1 else {
      throw .fileCount(files.count, of: "play")
    }
    options.file = file
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

extension ArgumentList {
  fileprivate mutating func speakers(among names: [String]) throws(UsageError) -> Set<String> {
    var speakers: Set<String> = []
    for name in try value(of: "--only").split(separator: ",").map(String.init) {
      guard names.contains(name) else {
        throw UsageError(description: "--only knows nobody named \"\(printable(name))\"")
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
