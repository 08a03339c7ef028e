import PushHub
import Testing

@testable import TestSupport

/// The countdown handler as a transcript drives it and the player describes it.
@MainActor
struct CountdownScriptTests {
  /// What the countdown said, a word for each: time, id, and what is left, or "over".
  private func said(_ lines: [String]) throws -> [String] {
    try lines.compactMap { line in
      let line = try PushPayload(json: line.utf8).root
      guard line["from"]?.stringValue == "countdown" else { return nil }
      let remaining = line["remaining"]?.numberValue?.text ?? "over"
      return "\(line["t"]?.numberValue?.text ?? "") \(line["id"]?.stringValue ?? "") \(remaining)"
    }
  }

  @Test func `a record applies policy, running, removed, added, hidden and shown in that order`()
    async throws
  {
    let lines = try await played(
      """
      {"t":0,"countdown":{"add":[{"id":"a","seconds":9}],"show":["a"]}}
      {"t":0.5,"countdown":{"show":["a"],"hide":["a"],"add":[{"id":"a","seconds":5}],\
      "remove":["a"],"running":false,"background":"pauses"}}
      {"t":5,"app":"active"}
      {"t":5,"countdown":{"running":true}}
      {"t":6,"end":{}}
      """
    )
    #expect(try said(lines) == ["0 a 9", "0.5 a 5", "0.5 a 5", "5.5 a 4.5"])
  }

  @Test func `records at the instant of an end come before it`() async throws {
    let lines = try await played(
      """
      {"t":0,"countdown":{"add":[{"id":"a","seconds":2},{"id":"b","seconds":2}]}}
      {"t":2,"countdown":{"remove":["a"],"show":["b"]}}
      """
    )
    #expect(try said(lines) == ["2 b 0", "2 b over"])
  }
}
