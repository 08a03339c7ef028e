import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubRecorder
@testable import TestSupport

/// How large a recording becomes, and what it does to files of others.
@MainActor
struct RecordingFileLimitTests {
  private let temporary = TemporaryFolder()
  private var folder: URL { temporary.url }
  private var url: URL { folder.appending(path: "day.jsonl") }

  init() throws {
    try temporary.create()
  }

  @Test func `a file does not grow beyond its maximum, however short the lines are`() throws {
    let file = try TranscriptFile(at: url, maximumByteCount: 4096)
    let line = String(repeating: "x", count: 2047)
    try file.write(line)
    try file.write(line)
    #expect(throws: (any Error).self) { try file.write("x") }
    #expect(try Data(contentsOf: url).count == 4096)
  }

  @Test func `a file may become 4 KiB at least`() throws {
    #expect(try TranscriptFile(at: url, maximumByteCount: 1).maximumByteCount == 4096)
  }

  @Test func `a new file is kept from other users and from backups`() throws {
    let count = Counter()
    let files = FileSystem.failing { call in
      if case .protect = call { count.value.withLock { $0 += 1 } }
      return nil
    }
    _ = try TranscriptFile(at: url, maximumByteCount: 4096, files: files)
    #expect(count.value.withLock { $0 } == 1)
  }

  private final class Counter: Sendable {
    let value = Lock(0)
  }

  @Test func `a file that another one has replaced is not put aside`() throws {
    let file = try TranscriptFile(at: url)
    try file.write("one")
    try Data("other".utf8).write(to: url, options: .atomic)
    #expect(throws: (any Error).self) { try file.startOver() }
    #expect(try Data(contentsOf: url) == Data("other".utf8))
    #expect(!FileManager.default.fileExists(atPath: file.previousURL.path))
  }
}
