import PushHub
import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import PushHubScripts

/// The output of a transcript that is played on the ready-made features.
@MainActor
func outputs(
  in transcript: Transcript,
  recorder: TranscriptRecorder? = nil
) async throws -> [Output] {
  let replay = try Replay(of: transcript, with: ReadyMadeScripts().all, recorder: recorder)
  await replay.run()
  return replay.outputs
}

/// The replay of records, a line each, that are played below a header.
@MainActor
func playedReplay(of records: String, with scripts: [any FeatureScript]) async throws -> Replay {
  try await playedReplay(of: transcript("{\"transcript\":1}\n" + records), with: scripts)
}

/// The replay of a transcript that is played.
@MainActor
func playedReplay(
  of transcript: Transcript,
  with scripts: [any FeatureScript] = ReadyMadeScripts().all
) async throws -> Replay {
  let replay = try Replay(of: transcript, with: scripts)
  await replay.run()
  return replay
}

/// The report of a transcript that is played on the ready-made features.
@MainActor
func report(of transcript: Transcript, named name: String) async throws -> Report {
  let replay = try Replay(of: transcript, with: ReadyMadeScripts().all)
  return await replay.report(named: name)
}

/// What is printed as JSON when a transcript is played.
@MainActor
func played(_ transcript: Transcript, recorder: TranscriptRecorder? = nil) async throws -> [String]
{
  try await outputs(in: transcript, recorder: recorder).map(\.json.jsonText)
}

/// What is printed when the records, a line each, are played below a header.
@MainActor
func played(_ records: String) async throws -> [String] {
  try await played(transcript("{\"transcript\":1}\n" + records))
}

/// The report of records, a line each, that really play on the ready-made features.
@MainActor
func report(ofRecords records: String) async throws -> Report {
  try await report(of: transcript("{\"transcript\":1}\n" + records), named: "a.jsonl")
}

extension Report {
  /// The marks of a kind, in order.
  func marks(_ kind: String) -> [ReportMark] { marks.filter { $0.kind == kind } }

  /// How often each entry of a figure was counted.
  func counts(of title: String) -> [String: Int] {
    let entries = figures.first { $0.title == title }?.entries ?? []
    return Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0.marks.count) })
  }
}

extension ReportMark {
  /// Whether it is an event, not a record.
  var isEvent: Bool { source != nil }
}
