import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

struct FileSystemTests {
  private let temporary = TemporaryFolder()
  private var folder: URL { temporary.url }
  private var file: URL { folder.appending(path: "file") }

  @Test func `a file is written, renamed, read and removed`() throws {
    let (files, other) = (FileSystem.system, folder.appending(path: "other"))
    #expect(try files.contents(of: folder) == [])
    for text in ["one", "two"] {
      try files.makeFolder(at: folder)
      try files.write(Data(text.utf8), to: file)
      try files.move(file, to: other)
      #expect(try files.contents(of: folder) == ["other"])
      #expect(try files.read(other) == Data(text.utf8))
    }
    #expect(files.modificationDate(of: other) != nil)
    #expect(files.modificationDate(of: file) == nil)
    for _ in 1...2 { try files.remove(other) }
    #expect(try files.contents(of: folder) == [])
  }

  @Test func `a failed rename leaves the former file`() throws {
    let files = FileSystem.system
    try files.makeFolder(at: folder)
    let kept = folder.appending(path: "kept")
    try files.write(Data("kept".utf8), to: kept)
    #expect(throws: (any Error).self) { try files.move(file, to: kept) }
    #expect(try files.read(kept) == Data("kept".utf8))
  }

  @Test func `a call that fails is not made`() {
    let files = FileSystem.failing { _ in .EIO }
    let target = folder.appending(path: "target")
    #expect(throws: POSIXError(.EIO)) { try files.contents(of: folder) }
    #expect(throws: POSIXError(.EIO)) { try files.makeFolder(at: folder) }
    #expect(throws: POSIXError(.EIO)) { try files.write(Data(), to: file) }
    #expect(throws: POSIXError(.EIO)) { try files.read(file) }
    #expect(throws: POSIXError(.EIO)) { try files.move(file, to: target) }
    #expect(throws: POSIXError(.EIO)) { try files.remove(file) }
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }
}
