import Foundation
import PushHub

@testable import pushhub_demo

/// What is printed as JSON when a transcript is played.
@MainActor
func played(_ transcript: Transcript, recorder: TranscriptRecorder? = nil) async throws -> [String]
{
  var lines: [String] = []
  let scheduler = ManualScheduler(date: transcript.header.start)
  let journal = Journal(scheduler: scheduler) { lines += $0.lines.map(\.json.jsonText) }
  let app = try PlayedApp(
    header: transcript.header,
    scheduler: scheduler,
    journal: journal,
    recorder: recorder
  )
  await SimulatedPlay(
    transcript: transcript,
    scheduler: scheduler,
    app: app,
    journal: journal
  )
  .run()
  return lines
}

/// What is printed when the records, a line each, are played below a header.
@MainActor
func played(_ records: String) async throws -> [String] {
  try await played(transcript("{\"transcript\":1}\n" + records))
}
