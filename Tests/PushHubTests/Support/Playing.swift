import Foundation
import PushHub
import PushHubAlerts
import PushHubObservers
import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import PushHubScripts

/// What is told when a transcript is played on the ready-made features.
@MainActor
func told(
  in transcript: Transcript,
  recorder: TranscriptRecorder? = nil
) async throws -> [Told] {
  let replay = try Replay(of: transcript, with: ReadyMadeScripts().all, recorder: recorder)
  await replay.run()
  return replay.told
}

/// The report of a transcript that is played on the ready-made features.
@MainActor
func report(of transcript: Transcript, named name: String) async throws -> Report {
  let play = try ExplainedReplay(
    transcript,
    named: name,
    lines: [],
    scripts: ReadyMadeScripts().all
  )
  await play.run()
  return play.report
}

/// What is printed as JSON when a transcript is played.
@MainActor
func played(_ transcript: Transcript, recorder: TranscriptRecorder? = nil) async throws -> [String]
{
  try await told(in: transcript, recorder: recorder).map(\.json.jsonText)
}

/// What is printed when the records, a line each, are played below a header.
@MainActor
func played(_ records: String) async throws -> [String] {
  try await played(transcript("{\"transcript\":1}\n" + records))
}

extension Told {
  /// Whether it may be one mark with others like it.
  var isOfRun: Bool { (event as? any TimelineEvent)?.run != nil }
}
