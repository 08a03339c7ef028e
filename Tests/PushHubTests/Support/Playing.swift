import Foundation
import PushHub

@testable import pushhub_demo

/// The steps of a transcript that is played.
@MainActor
func steps(
  of transcript: Transcript,
  recorder: TranscriptRecorder? = nil
) async throws -> [PlayedStep] {
  var steps: [PlayedStep] = []
  let scheduler = ManualScheduler(date: transcript.header.start)
  let journal = Journal(scheduler: scheduler) { steps.append($0) }
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
  return steps
}

/// What is printed as JSON when a transcript is played.
@MainActor
func played(_ transcript: Transcript, recorder: TranscriptRecorder? = nil) async throws -> [String]
{
  try await steps(of: transcript, recorder: recorder).flatMap(\.lines).map(\.json.jsonText)
}

/// What is printed when the records, a line each, are played below a header.
@MainActor
func played(_ records: String) async throws -> [String] {
  try await played(transcript("{\"transcript\":1}\n" + records))
}
