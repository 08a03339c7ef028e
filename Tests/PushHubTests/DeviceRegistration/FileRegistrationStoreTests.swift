import Foundation
import PushHubBackend
import Testing

@MainActor
final class FileRegistrationStoreTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "registration-\(UUID().uuidString)")
  private lazy var store = FileRegistrationStore(url: folder.appending(path: "device.json"))

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []
  }

  private func permissions(of url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
  }

  @Test func `without a file there is nothing`() throws {
    #expect(try store.load() == nil)
    #expect(names == [])
  }

  @Test func `what was saved is there, for another store too, and nothing is beside it`() throws {
    try store.save(Data("one".utf8))
    try store.save(Data("two".utf8))
    #expect(try store.load() == Data("two".utf8))
    #expect(try FileRegistrationStore(url: store.url).load() == Data("two".utf8))
    #expect(names == ["device.json"])
  }

  @Test func `the file is for this user alone, also after it was replaced`() throws {
    try store.save(Data("one".utf8))
    #expect(try permissions(of: store.url) == 0o600)
    try store.save(Data("two".utf8))
    #expect(try permissions(of: store.url) == 0o600)
  }

  @Test func `an empty file is none`() throws {
    try store.save(Data())
    #expect(try store.load() == nil)
  }

  @Test func `what is set aside stays until the next is`() throws {
    for text in ["bad", "worse"] {
      try store.save(Data(text.utf8))
      try store.setAside()
      #expect(try store.load() == nil)
      #expect(store.unreadableURL.lastPathComponent == "device.json.unreadable")
      #expect(try Data(contentsOf: store.unreadableURL) == Data(text.utf8))
      try store.save(Data("good".utf8))
    }
    #expect(names == ["device.json", "device.json.unreadable"])
  }

  @Test func `a directory that has the name of what is set aside is left alone`() throws {
    try store.save(Data("bad".utf8))
    let inside = store.unreadableURL.appending(path: "somebody's.txt")
    try FileManager.default.createDirectory(
      at: store.unreadableURL,
      withIntermediateDirectories: true
    )
    try Data("work".utf8).write(to: inside)
    #expect(throws: (any Error).self) { try store.setAside() }
    #expect(try Data(contentsOf: inside) == Data("work".utf8))
    #expect(try store.load() == Data("bad".utf8))
  }

  @Test func `a place that can't be looked at is not one without a file`() throws {
    try store.save(Data("one".utf8))
    let place = FileRegistrationStore(url: store.url.appending(path: "inside-a-file.json"))
    #expect(throws: (any Error).self) { try place.load() }
  }

  @Test func `what can't be written or read throws, and leaves what there was`() throws {
    try store.save(Data("one".utf8))
    let place = FileRegistrationStore(url: store.url.appending(path: "inside-a-file.json"))
    #expect(throws: (any Error).self) { try place.save(Data("two".utf8)) }
    #expect(throws: (any Error).self) { try place.setAside() }
    #expect(try store.load() == Data("one".utf8))
    let isFolder = FileRegistrationStore(url: folder)
    #expect(throws: (any Error).self) { try isFolder.load() }
    #expect(throws: (any Error).self) { try isFolder.save(Data("two".utf8)) }
  }
}
