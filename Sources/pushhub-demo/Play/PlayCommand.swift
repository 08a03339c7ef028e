import Foundation
import PushHub

/// Plays a transcript and prints what the hub and its observers do.
@MainActor
struct PlayCommand {
  /// What is to be done.
  struct Options: Equatable {
    var file: InputFile
    var format = OutputFormat.text

    /// How many seconds pass in one second; `nil` plays in no time.
    var speed: Double?

    /// Whose lines are printed.
    var speakers = Set(PlayedLine.Speaker.allCases)

    /// Where the play is recorded.
    var recording: String?

    /// Where the report is written, which takes the place of all lines.
    var page: String?

    /// Whether nothing is asked for but all lines for people.
    var isPlain: Bool {
      format == .text && speed == nil && speakers == Set(PlayedLine.Speaker.allCases)
    }
  }

  let options: Options
  let console: Console

  func run() async -> ExitCode {
    await console.withTranscript(
      in: options.file,
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
      try await LivePlay(
        transcript: transcript,
        scheduler: scheduler,
        app: try PlayedApp(
          header: transcript.header,
          scheduler: scheduler,
          journal: journal,
          recorder: recorder
        ),
        progress: console.showProgress
      )
      .run()
      console.showProgress("")
    } else {
      try await simulate(transcript, recorder, telling: print)
    }
  }

  private func report(
    _ transcript: Transcript,
    to path: String,
    _ recorder: TranscriptRecorder?
  ) async throws -> ExitCode {
    var steps: [PlayedStep] = []
    try await simulate(transcript, recorder) { steps.append($0) }
    let report = ReportBuilder.report(of: transcript, playedIn: steps, named: options.file.title)
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

  private func simulate(
    _ transcript: Transcript,
    _ recorder: TranscriptRecorder?,
    telling output: @escaping (PlayedStep) -> Void
  ) async throws {
    let scheduler = ManualScheduler(date: transcript.header.start)
    let journal = Journal(scheduler: scheduler, output: output)
    await SimulatedPlay(
      transcript: transcript,
      scheduler: scheduler,
      app: try PlayedApp(
        header: transcript.header,
        scheduler: scheduler,
        journal: journal,
        recorder: recorder
      ),
      journal: journal
    )
    .run()
  }

  private func print(_ step: PlayedStep) {
    for line in step.lines where options.speakers.contains(line.speaker) {
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
