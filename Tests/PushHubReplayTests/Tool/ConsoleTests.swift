import Foundation
import PushHub
import Testing

@testable import PushHubReplay

struct ConsoleTests {
  /// A stream that takes nothing.
  private static func closed() throws -> FileHandle {
    try #require(FileHandle(forReadingAtPath: "/dev/null"))
  }

  @Test func `what can't be printed is complained of once, and is no success`() throws {
    let errors = Pipe()
    let console = Console.standard(
      output: try Self.closed(),
      errors: errors.fileHandleForWriting
    )
    #expect(console.status(.success) == .success)
    console.print("a")
    console.print("b")
    try errors.fileHandleForWriting.close()
    let complaints = try #require(try errors.fileHandleForReading.readToEnd())
    let lines = String(decoding: complaints, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("standard output can't be written: ") == true)
    #expect(console.status(.success) == .missingInput)
    #expect(console.status(.badInput) == .badInput)
  }

  @Test func `what can't be complained of is lost, and what is printed is not`() throws {
    let output = Pipe()
    let console = Console.standard(
      output: output.fileHandleForWriting,
      errors: try Self.closed()
    )
    console.complain("a")
    console.print("c")
    try output.fileHandleForWriting.close()
    let printed = try #require(try output.fileHandleForReading.readToEnd())
    #expect(String(decoding: printed, as: UTF8.self) == "c\n")
    #expect(console.status(.success) == .success)
  }

  @Test func `JSON with strange characters made visible is the same JSON`() throws {
    let strange = JSONValue.string("a\u{202E}\u{7F}\u{2028}\u{E0001}é\u{1F600}")
    let text = printableJSON(strange.jsonText)
    #expect(text == #""a\u202e\u007f\u2028\udb40\udc01é😀""#)
    #expect(try PushPayload(json: "{\"a\":\(text)}".utf8)["a"] == strange)
  }
}
