import Foundation
import PushHub
import PushHubObservers
import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import pushhub_demo

/// Each requirement of the unread sync, and its limit, as the transcripts show them.
@MainActor
struct BundledTranscriptTests {
  @Test(arguments: [
    ("unread-account", ["90 account"]),
    ("unread-push", ["10 push", "20 push", "30 push", "30.5 push"]),
    (
      "unread-interval",
      ["1 firstAppearance", "40 push", "100 interval", "165 interval", "225 interval"]
    ),
    (
      "unread-first-appearance",
      ["1 firstAppearance", "5 firstAppearance", "20 account", "25 firstAppearance"]
    ),
    ("unread-return", ["1 firstAppearance", "70.9 return", "200 return", "270 interval"]),
  ])
  func `a transcript for each requirement shows when it asks, and when not`(
    name: String,
    expected: [String]
  ) async throws {
    let file = BundledTranscripts.file(named: name)
    let bytes = try Data(contentsOf: URL(filePath: file.path))
    let lines = try await played(Transcript(bytes, vocabulary: .readyMade))
    let syncs = try lines.compactMap { line -> String? in
      let line = try PushPayload(json: line.utf8).root
      guard line["event"]?.stringValue == "sync" else { return nil }
      return [line["t"]?.numberValue?.text, line["reason"]?.stringValue].compactMap { $0 }
        .joined(separator: " ")
    }
    #expect(syncs == expected)
  }
}
