import Foundation
import PushHub
import PushHubObservers
import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import pushhub_demo

/// What holds for the explanation of whatever is played, at each of its instants.
@MainActor
struct ExplainedScriptTests {
  nonisolated static let names = [
    "badge-accounts", "badge-deleted", "badge-error", "badge-page", "badge-read",
    "countdown-background", "countdown-list", "countdown-stop", "day", "screenshot-outcomes",
    "screenshot-refusals", "unread-account", "unread-first-appearance", "unread-interval",
    "unread-push", "unread-return",
  ]

  @Test func `all transcripts that come with the demo are looked at`() throws {
    let folder = URL(filePath: BundledTranscripts.day.path).deletingLastPathComponent()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.sorted() == Self.names.map { $0 + ".jsonl" })
  }

  @Test(arguments: names)
  func `at each step the facts are those of the observers, and chains go back to records`(
    name: String
  ) async throws {
    let bytes = try Data(contentsOf: URL(filePath: BundledTranscripts.file(named: name).path))
    let witness = try ExplanationWitness(
      Transcript(bytes, vocabulary: .readyMade),
      lines: Transcript.recordLines(in: bytes)
    )
    try await witness.followWholePlay(hint: name)
    #expect(witness.truths.count > 1)
  }

  @Test(arguments: names)
  func `a play up to a time is explained as the whole play was then`(name: String) async throws {
    let bytes = try Data(contentsOf: URL(filePath: BundledTranscripts.file(named: name).path))
    let transcript = try Transcript(bytes, vocabulary: .readyMade)
    let witness = try ExplanationWitness(transcript, lines: Transcript.recordLines(in: bytes))
    try await witness.followWholePlay(hint: name)
    let stride = (name == "day" ? 11 : 1) * Exhaustive.choose(5, thorough: 1)
    for (number, (time, truth)) in witness.truths.sorted(by: { $0.key < $1.key }).enumerated()
    where number % stride == 0 {
      let play = try ExplainedReplay(
        transcript,
        lines: Transcript.recordLines(in: bytes),
        scripts: ReadyMadeScripts().all
      )
      await play.run(until: time)
      try #require(play.replay.time == time)
      let explanation = play.explanation()
      try #require(explanation.jsonLines == truth.jsonLines, "\(name) at \(time)")
    }
  }

  @Test func `random days are explained as the observers have it`() async throws {
    let start = SeededGenerator.startingSeed()
    for seed in start..<start + Exhaustive.choose(3, thorough: 25) {
      var day = RandomDay(generator: SeededGenerator(seed: seed))
      let transcript = try day.transcript(recordCount: 50)
      let lines = Array(2..<2 + transcript.records.count)
      try await ExplanationWitness(transcript, lines: lines)
        .followWholePlay(hint: SeededGenerator.hint(seed))
    }
  }
}
