import Foundation
import PushHubScripts

@testable import PushHub
@testable import PushHubRecorder
@testable import PushHubReplay

/// Any bytes are a transcript, which is written and read again as it is and plays alike each time, or an
/// error that names a line of theirs.
@MainActor
enum TranscriptTarget {
  static func check(_ bytes: [UInt8]) async throws {
    let scripts = ReadyMadeScripts().all
    let vocabulary = Replay.records(of: scripts)
    let data = Data(bytes)
    let transcript: Transcript
    do {
      transcript = try Transcript(data, vocabulary: vocabulary)
    } catch {
      let lineCount = bytes.count { $0 == 0x0A } + 1
      try require((1...lineCount).contains(error.line), "there is no line \(error.line)")
      try require(isPrintable(error.message), "a mistake that can't be printed")
      return try require(!error.message.isEmpty, "a mistake without words")
    }
    let numbers = transcript.records.compactMap(\.lineNumber)
    try require(
      Set(numbers).count == transcript.records.count,
      "\(transcript.records.count) records in \(Set(numbers).count) lines"
    )
    try require(
      (try? Transcript(transcript.data, vocabulary: vocabulary)) == transcript,
      "it is written as another transcript"
    )
    guard transcript.isShort else { return }
    let told = try await lines(told: transcript, scripts)
    for line in told {
      try require((try? PushPayload(json: line.utf8)) != nil, "what is told is no JSON: \(line)")
    }
    let again = try await lines(told: transcript, ReadyMadeScripts().all)
    try require(told == again, "it plays otherwise the second time")
  }

  private static func lines(
    told transcript: Transcript,
    _ scripts: [any FeatureScript]
  ) async throws -> [String] {
    let replay = try Replay(of: transcript, with: scripts)
    await replay.run()
    for output in replay.outputs {
      _ = output.row(output.event.message, coloured: false)
    }
    return replay.outputs.map(\.json.jsonText)
  }
}

extension Transcript {
  /// Whether it is played in no time: a feature may do something each second.
  var isShort: Bool {
    records.count <= 100 && records.last.map { $0.time <= .seconds(7_200) } ?? true
  }
}
