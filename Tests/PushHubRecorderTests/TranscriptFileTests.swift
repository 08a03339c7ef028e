import Foundation
import PushHubScripts
import Testing

@testable import PushHubRecorder
@testable import TestSupport

struct TranscriptFileTests {
  private let temporary = TemporaryFolder()

  private static let end = TranscriptRecord(time: .zero, input: .end)

  @Test(
    arguments: [
      "{\"transcript\":1}\n{\"t\":0,\"end\":{}}",
      "{\"transcript\":1}\n{\"t\":0,\"end\":{}}\n",
      "{\"transcript\":1}\r\n{\"t\":0,\"end\":{}}\r\n",
      "\u{FEFF}{\"transcript\":1}\n{\"t\":0,\"end\":{}}",
      "\u{FEFF}# a comment\n{\"transcript\":1}\n{\"t\":0,\"end\":{}}",
      "\n \t\r\n# {\"t\":\n{\"transcript\":1}\n#\n\n{\"t\":0,\"end\":{}}\n\n",
      " { \"transcript\" : 1 } \n\t{\"t\":0 ,\"end\": { }}\t",
    ]
  )
  func `blank lines, comments, line ends and a byte order mark don't matter`(
    text: String
  ) throws {
    #expect(try transcript(text) == Transcript(records: [Self.end]))
  }

  @Test func `a comment may hold any bytes`() throws {
    let bytes = Data([0x23, 0xFF, 0x00, 0x0D, 0x0A]) + Data("{\"transcript\":1}".utf8)
    #expect(try transcript(bytes) == Transcript())
  }

  @Test func `a part of other bytes is read like a file of its own`() throws {
    let bytes = Data("xyz{\"transcript\":1}\n{\"t\":0,\"end\":{}}\nxyz".utf8)
    #expect(
      try transcript(bytes.dropFirst(3).dropLast(3))
        == Transcript(records: [Self.end])
    )
  }

  @Test func `a header alone is a transcript`() throws {
    #expect(try transcript("{\"transcript\":1}") == Transcript())
  }

  @Test(arguments: ["", "\n", "# only\n# comments\n", "\u{FEFF}", " \r\n"])
  func `a file without a record has no header`(text: String) {
    #expect(
      transcriptError(text)
        == TranscriptError(
          line: 1,
          message: "there is no header; the first record must be {\"transcript\":1}"
        )
    )
  }

  @Test func `the first of several mistakes is reported, with blank lines and comments counted`() {
    let text = "# 1\r\n\r\n{\"transcript\":1}\r\n\r\n{\"t\":0,\"end\":[]}\r\n{\"t\":-1}\r\n"
    #expect(
      transcriptError(text)
        == TranscriptError(line: 5, message: "\"end\" in the record must be an object")
    )
  }

  @Test func `an unreadable file is reported with its place and advice`() throws {
    try temporary.create()
    let folder = temporary.url
    let missing = folder.appending(path: "day.jsonl")
    for (url, problem) in [
      (folder, "there is a folder at \(folder.path); name a file in it"),
      (missing, "there is no file at \(missing.path); name one that a recorder has written"),
    ] {
      let error = #expect(throws: TranscriptError.self) { try Transcript(contentsOf: url) }
      #expect("\(error, default: "")" == problem)
    }
    try Data("{\"transcript\":1}".utf8).write(to: missing)
    #expect(try Transcript(contentsOf: missing) == Transcript())
  }

  @Test(
    arguments: [
      "{\"t\":0,\"end\":{}", "{\"t\":0,\"end\":{}}}", "[]", "null", "{\"t\":0,}", "x",
      " # no comment",
      "{\"t\":0,\"end\":{}}{\"t\":0,\"end\":{}}", "{\"t\":01,\"end\":{}}", "{\"t\":NaN,\"end\":{}}",
      "{\"t\":0,\"account\":\"\t\"}", "{\"t\":0,\r\"end\":{}}\u{0}",
    ]
  )
  func `a line that is no JSON object is refused`(line: String) {
    let error = transcriptError("{\"transcript\":1}\n" + line + "\n")
    #expect(error?.line == 2)
    #expect(error?.message.hasPrefix("the line is no JSON object: At byte ") == true)
    #expect(error?.message.contains(" of the line ") == true)
  }

  @Test func `bytes that aren't UTF-8 are refused in their line`() {
    let text = Data("{\"transcript\":1}\n{\"t\":0,\"account\":\"".utf8)
    let error = transcriptError(text + [0xC3, 0x28] + Data("\"}\n".utf8))
    #expect(error?.line == 2)
    #expect(error?.message.contains("At byte 18 of the line a string isn't valid UTF-8") == true)
  }

  @Test(arguments: [0x0A, 0x0B, 0x1B, 0x7F, 0x85, 0x200B, 0x2028, 0x202E, 0x2066, 0xFEFF])
  func `a key can't break or steer the line that quotes it`(scalar: UInt32) throws {
    let digits = String(scalar, radix: 16)
    let escape = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    let message = try #require(mistake("{\"t\":0,\"end\":{},\"a\(escape)b\":1}"))
    let shown = try #require(Unicode.Scalar(scalar)).escaped(asASCII: true)
    #expect(message.hasPrefix("\"a\(shown)b\" has no place in the record"))
    #expect(!message.unicodeScalars.contains { $0.value == scalar })
  }

  @Test func `letters of any script are shown, and quotation marks escaped`() {
    let message = mistake(#"{"t":0,"end":{},"größe\"页":1}"#)
    #expect(message?.hasPrefix(#""größe\"页" has no place"#) == true)
  }

  @Test func `a long key is cut short`() {
    let message = mistake("{\"t\":0,\"end\":{},\"\(String(repeating: "e\u{301}", count: 500))\":1}")
    #expect(message?.unicodeScalars.count ?? .max < 500)
    #expect(message?.contains("\" has no place in the record") == true)
  }

  @Test func `an error is one line that can't command a terminal`() {
    let error = TranscriptError(line: 3, message: "a\n\u{1B}[2J")
    #expect(error.description == #"line 3: a\u{a}\u{1b}[2J"#)
    #expect(error.message == "a\n\u{1B}[2J")
  }
}
