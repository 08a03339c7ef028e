import Foundation
import Testing

@testable import PushHub

struct StateFileTests {
  /// Calls with a folder that is gone afterwards.
  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "state-file-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test func `a file is moved in place of another`() throws {
    try withFolder { folder in
      let file = StateFile(url: folder.appending(path: "state"), isBackedUp: true)
      let target = StateFile(url: folder.appending(path: "aside"), isBackedUp: true)
      try target.save(Data([1]))
      try file.save(Data([2]))
      try file.move(to: target.url)
      #expect(try target.load() == Data([2]))
      #expect(try file.load() == nil)
    }
  }

  @Test func `a file that is missing replaces nothing`() throws {
    try withFolder { folder in
      let file = StateFile(url: folder.appending(path: "state"), isBackedUp: true)
      let target = StateFile(url: folder.appending(path: "aside"), isBackedUp: true)
      try target.save(Data([1]))
      #expect(throws: CocoaError.self) { try file.move(to: target.url) }
      #expect(try target.load() == Data([1]))
    }
  }

  @Test func `a directory is not replaced`() throws {
    try withFolder { folder in
      let file = StateFile(url: folder.appending(path: "state"), isBackedUp: true)
      try file.save(Data([2]))
      #expect(throws: CocoaError.self) { try file.move(to: folder) }
      #expect(try file.load() == Data([2]))
    }
  }
}
