import Foundation
import PushHub
import PushHubObservers
import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import pushhub_demo

/// The badge dot as transcripts show it.
@MainActor
struct BadgeScriptTests {
  /// When the dot came and went: the second, and whether it is shown.
  private func dots(_ lines: [String]) throws -> [String] {
    try lines.compactMap { line in
      let line = try PushPayload(json: line.utf8).root
      guard line["from"]?.stringValue == "badge" else { return nil }
      return "\(line["t"]?.numberValue?.text ?? "") \(line["shown"]?.boolValue ?? false)"
    }
  }

  @Test(arguments: [
    ("badge-deleted", ["10 true", "20 false", "40 true"]),
    ("badge-read", ["10 true", "12 false", "31 true"]),
    ("badge-page", ["10 true", "15 false", "26 true", "40 false", "51 true"]),
    ("badge-error", ["10 true", "13 false", "30 true"]),
    ("badge-accounts", ["3 true", "4 false", "10 true"]),
  ])
  func `a transcript for each rule shows when the dot comes, and when not`(
    name: String,
    expected: [String]
  ) async throws {
    let file = BundledTranscripts.file(named: name)
    let bytes = try Data(contentsOf: URL(filePath: file.path))
    #expect(try dots(await played(Transcript(bytes, vocabulary: .readyMade))) == expected)
  }

  @Test func `the node is the list page of the header`() async throws {
    let lines = try await played(
      transcript(
        """
        {"transcript":1,"list":"inbox"}
        {"t":0,"account":"a"}
        {"t":0,"latest":[]}
        {"t":0.5,"latest":[{"id":"n1","order":1e999}]}
        """
      )
    )
    #expect(
      lines == [#"{"event":"dot","from":"badge","node":"inbox","shown":true,"t":0.5}"#]
    )
  }

  @Test func `the dot speaks after the unread sync, and before a dot in a later step`() async throws
  {
    let lines = try await played(
      """
      {"t":0,"app":"active"}
      {"t":0,"account":"a"}
      {"t":0,"latest":[{"id":"n1","order":1}]}
      {"t":0,"unread":2}
      {"t":1,"latest":[{"id":"n2","order":2}]}
      {"t":1,"page":"home","visible":true}
      {"t":2,"account":null}
      """
    )
    #expect(
      lines == [
        #"{"event":"dot","from":"badge","node":"notifications","shown":true,"t":1}"#,
        #"{"event":"sync","from":"unread","reason":"firstAppearance","t":1}"#,
        #"{"count":2,"event":"count","from":"unread","t":1}"#,
        #"{"count":0,"event":"count","from":"unread","t":2}"#,
        #"{"event":"dot","from":"badge","node":"notifications","shown":false,"t":2}"#,
      ]
    )
  }

  @Test func `a listener that fails over and over gives the same bytes always`() async throws {
    let records = (1...60).map { second in
      second.isMultiple(of: 3)
        ? #"{"t":\#(second),"latest":[{"id":"n","order":\#(second)}]}"#
        : #"{"t":\#(second),"latest":{"error":"down"}}"# + "\n" + #"{"t":\#(second).5,"read":null}"#
    }
    .joined(separator: "\n")
    let text = #"{"t":0,"account":"a"}"# + "\n" + records
    let first = try await played(text)
    #expect(!first.isEmpty)
    for _ in 1...5 {
      #expect(try await played(text) == first)
    }
  }
}
