import Foundation
import PushHubTesting
import Testing

@testable import PushHub
@testable import PushHubRecorder
@testable import TestSupport

struct RecordingFileTests: AppFixture {
  let app = SimulatedApp()
  private let temporary = TemporaryFolder()
  private var folder: URL { temporary.url }

  init() throws {
    try temporary.create()
  }

  private var url: URL { folder.appending(path: "day.jsonl") }

  @Test(arguments: ["day.jsonl", "day.previous.jsonl"])
  func `a folder in the place of a recording is left alone`(name: String) throws {
    let inner = folder.appending(path: name, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
    let letter = inner.appending(path: "letter.txt")
    try Data("private".utf8).write(to: letter)
    for _ in 1...2 {
      let error = #expect(throws: (any Error).self) { try TranscriptFile(at: url) }
      #expect("\(error, default: "")".hasPrefix("There is a folder at \(folder.path)/\(name)"))
    }
    #expect(try Data(contentsOf: letter) == Data("private".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
  }

  @Test func `a line is in the file when write returns`() throws {
    let file = try TranscriptFile(at: url)
    try file.write("one")
    #expect(try text(url) == "one\n")
    try file.write("two")
    #expect(try text(url) == "one\ntwo\n")
  }

  @Test func `a folder that is missing is made`() throws {
    let url = folder.appending(path: "a/b/day.jsonl")
    try TranscriptFile(at: url).write("one")
    #expect(try text(url) == "one\n")
  }

  @Test func `the recording of the last launch is put aside`() throws {
    try TranscriptFile(at: url).write("before")
    let file = try TranscriptFile(at: url)
    try file.write("now")
    #expect(file.previousURL.lastPathComponent == "day.previous.jsonl")
    #expect(try text(file.previousURL) == "before\n")
    #expect(try text(url) == "now\n")
  }

  @Test func `both files together stay within twice the size`() throws {
    let file = try TranscriptFile(at: url, maximumByteCount: 8192)
    let recorder = TranscriptRecorder(writingTo: file)
    context.attach(recorder)
    for number in 0..<Exhaustive.choose(500, thorough: 2_000) {
      lifecycle.pageAppeared(PageID(rawValue: "page"))
      lifecycle.pageDisappeared(PageID(rawValue: "page"))
      clock.advance(by: .seconds(number))
    }
    let sizes = try [url, file.previousURL].map { try Data(contentsOf: $0).count }
    #expect(sizes.allSatisfy { $0 <= 8192 })
    #expect(sizes[1] >= 4096)
    for url in [url, file.previousURL] {
      #expect(throws: Never.self) { try Transcript(try Data(contentsOf: url)) }
    }
    #expect(recorder.lostLineCount == 0)
  }

  @Test func `a line too long is an error with its length`() throws {
    let file = try TranscriptFile(at: url, maximumByteCount: 4096)
    let error = #expect(throws: TranscriptMistake.self) {
      try file.write(String(repeating: "x", count: 5000))
    }
    #expect(error?.description.contains("5001 bytes") == true)
    #expect(error?.description.contains("at most 2048") == true)
    #expect(try text(url).isEmpty)
  }

  // MARK: - What goes wrong outside

  @Test func `a torn line is cut off before the next one`() throws {
    let file = try TranscriptFile(at: url)
    try file.write("one")
    try append("tw")
    try file.write("three")
    #expect(try text(url) == "one\nthree\n")
  }

  @Test(arguments: [true, false])
  func `a file that was replaced or shortened is reported, and not repaired`(isShortened: Bool)
    throws
  {
    let file = try TranscriptFile(at: url)
    try file.write("one")
    try Data("o".utf8).write(to: url, options: isShortened ? [] : .atomic)
    let error = #expect(throws: TranscriptMistake.self) { try file.write("two") }
    #expect(error?.description.contains(isShortened ? "shortened" : "replaced") == true)
    #expect(try text(url) == "o")
  }

  @Test func `no line of a recording whose file is removed is missing afterwards`() throws {
    let recorder = TranscriptRecorder(writingTo: try TranscriptFile(at: url), isRedacted: false)
    context.attach(recorder)
    lifecycle.setAccount("alice")
    try FileManager.default.removeItem(at: url)
    lifecycle.setPhase(.active)
    let transcript = try Transcript(try Data(contentsOf: url))
    #expect(transcript.records.map(\.input) == [.account("alice"), .app(.active)])
    #expect(recorder.lostLineCount == 0)
    #expect(recorder.latestError is TranscriptMistake)
  }

  @Test(arguments: 1...40)
  func `a call that fails once costs one line at most`(number: Int) throws {
    let plan = FaultPlan(.init(number: number, extent: .once))
    let files = FileSystem.failing { _ in plan.fails() ? .ENOSPC : nil }
    let file = try? TranscriptFile(at: url, maximumByteCount: 4096, files: files)
    // The app goes on without a recording where its file can't be made.
    guard let file else { return }
    let recorder = TranscriptRecorder(writingTo: file, isRedacted: false)
    context.attach(recorder)
    for number in 1...30 {
      lifecycle.setAccount(AccountID(rawValue: "\(number)" + String(repeating: "x", count: 200)))
    }
    #expect(plan.faultCount == 1)
    #expect(recorder.lostLineCount <= 1)
    #expect(try text(url).contains(#"{"t":0,"account":"30x"#))
    #expect(try text(file.previousURL).hasPrefix(#"{"transcript":1"#))
  }

  @Test func `both files are for this user alone, also one that was there before`() throws {
    try Data("before".utf8).write(to: url)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: url.path)
    let file = try TranscriptFile(at: url)
    for url in [url, file.previousURL] {
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  private func append(_ text: String) throws {
    let handle = try FileHandle(forWritingTo: url)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  private func text(_ url: URL) throws -> String {
    String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }
}
