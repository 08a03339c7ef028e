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
  }

  let options: Options
  let console: Console

  func run() async -> ExitCode {
    let bytes: Data
    do {
      bytes = try options.file.read(from: console)
    } catch {
      let name = printable(options.file.name)
      console.complain("\(name): The file can't be read: \(error.localizedDescription)")
      return .missingInput
    }
    do {
      try await play(try Transcript(bytes))
      return .success
    } catch let error as TranscriptError {
      console.complain("\(printable(options.file.name)):\(error)")
      return .badInput
    } catch {
      console.complain("\(printable(options.recording ?? options.file.name)): \(error)")
      return .missingInput
    }
  }

  private func play(_ transcript: Transcript) async throws {
    if let speed = options.speed {
      let scheduler = ScaledScheduler(date: transcript.header.start, speed: speed)
      let journal = journal(on: scheduler)
      journal.isImmediate = true
      try await LivePlay(
        transcript: transcript,
        scheduler: scheduler,
        app: try app(transcript.header, on: scheduler, saying: journal),
        progress: console.showProgress
      )
      .run()
      console.showProgress("")
    } else {
      let scheduler = ManualScheduler(date: transcript.header.start)
      let journal = journal(on: scheduler)
      await SimulatedPlay(
        transcript: transcript,
        scheduler: scheduler,
        app: try app(transcript.header, on: scheduler, saying: journal),
        journal: journal
      )
      .run()
    }
  }

  private func journal(on scheduler: any Scheduler) -> Journal {
    Journal(scheduler: scheduler) { step in
      for line in step.lines where options.speakers.contains(line.speaker) {
        console.showProgress("")
        console.print(
          options.format == .json ? line.json.jsonText : line.row(coloured: console.isColoured)
        )
      }
    }
  }

  private func app(
    _ header: TranscriptHeader,
    on scheduler: any Scheduler,
    saying journal: Journal
  ) throws -> PlayedApp {
    let recorder = try options.recording.map { path in
      TranscriptRecorder(
        writingTo: try TranscriptFile(at: URL(filePath: path), maximumByteCount: 1 << 30),
        header: header,
        privacy: .complete
      )
    }
    return try PlayedApp(
      header: header,
      scheduler: scheduler,
      journal: journal,
      recorder: recorder
    )
  }
}
