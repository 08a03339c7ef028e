import PushHub
import Testing

@testable import TestSupport

/// Each outcome and each refusal of a screenshot, as the transcripts show them.
@MainActor
struct ScreenshotScriptTests {
  @Test func `the header names the screenshot page`() async throws {
    let transcript = try transcript(
      """
      {"transcript":1,"screenshots":"article"}
      {"t":0,"app":"active"}
      {"t":0,"page":"reader","visible":true}
      {"t":1,"screenshot":{}}
      {"t":2,"page":"article","visible":true}
      {"t":3,"screenshot":{}}
      {"t":4,"page":"reader","visible":false}
      {"t":5,"page":"article","visible":false}
      """
    )
    let lines = try await played(transcript)
    #expect(try texts(lines) == ["1 ignored page", "3 preview", "5 hidden disappeared"])
  }

  @Test func `a preview at the end record stays up within its time`()
    async throws
  {
    let beginning = """
      {"t":0,"app":"active"}
      {"t":0,"page":"reader","visible":true}
      {"t":1,"screenshot":{}}
      """
    #expect(try texts(try await played(beginning)) == ["1 preview"])
    let short = try await played(beginning + "\n{\"t\":10.999999999,\"end\":{}}")
    #expect(try texts(short) == ["1 preview"])
    let long = try await played(beginning + "\n{\"t\":11,\"end\":{}}")
    #expect(try texts(long) == ["1 preview", "11 hidden timeout"])
  }

  private func texts(_ lines: [String]) throws -> [String] {
    try lines.map { line in
      let line = try PushPayload(json: line.utf8).root
      let detail = line["outcome"] ?? line["reason"]
      return [line["t"]?.numberValue?.text, line["event"]?.stringValue, detail?.stringValue]
        .compactMap { $0 }
        .joined(separator: " ")
    }
  }
}
