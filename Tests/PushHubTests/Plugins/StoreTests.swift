import Foundation
import PushHubTesting
import Testing

@testable import PushHub
@testable import TestSupport

/// The stores that keep a value across launches.
@MainActor
struct StoreTests {
  private let folder = TemporaryFolder()

  private var url: URL { folder.url.appending(path: "deep/value.json") }

  @Test func `nothing was saved, and then the latest was`() throws {
    let store = FileStore<[String]>(url: url)
    #expect(try store.load() == nil)
    try store.save(["a"])
    try store.save(["b", "c"])
    #expect(try FileStore<[String]>(url: url).load() == ["b", "c"])
  }

  @Test func `what killed processes have left beside a file goes with the first save`() throws {
    try FileStore<Int>(url: url).save(1)
    let folder = url.deletingLastPathComponent()
    for name in [".dat.nosync1", ".dat.nosync2", "old.json"] {
      let file = folder.appending(path: name)
      try Data("2".utf8).write(to: file)
      let age: TimeInterval = name == ".dat.nosync2" ? 3_500 : 3_700
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -age)],
        ofItemAtPath: file.path
      )
    }
    let store = FileStore<Int>(url: url)
    #expect(try store.load() == 1)
    try store.save(3)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == [".dat.nosync2", "old.json", "value.json"])
  }

  @Test func `an update begins with what another process has saved`() throws {
    let (store, other) = (FileStore<[String]>(url: url), FileStore<[String]>(url: url))
    #expect(try store.update { ($0 ?? []) + ["a"] } == ["a"])
    #expect(try other.update { ($0 ?? []) + ["b"] } == ["a", "b"])
    #expect(try store.update { ($0 ?? []) + ["c"] } == ["a", "b", "c"])
    try Data("[".utf8).write(to: url)
    #expect(try store.update { ($0 ?? []) + ["d"] } == ["d"])
  }

  @Test func `an update waits for one of another process`() async throws {
    let store = FileStore<Int>(url: url)
    _ = try store.update { _ in 0 }
    let lock = try FileHandle(forUpdating: url.appendingPathExtension("lock"))
    #expect(flock(lock.fileDescriptor, LOCK_EX) == 0)
    let other = Task.detached { [url] in
      // Another description of the file, as another process has.
      let lock = try FileHandle(forUpdating: url.appendingPathExtension("lock"))
      return flock(lock.fileDescriptor, LOCK_EX | LOCK_NB)
    }
    #expect(try await other.value == -1)
    try lock.close()
    #expect(try store.update { ($0 ?? 0) + 1 } == 1)
  }

  @Test func `a save leaves the former file whole for who has opened it`() throws {
    let store = FileStore<[Int]>(url: url)
    try store.save([1, 2, 3])
    let former = try FileHandle(forReadingFrom: url)
    defer { try? former.close() }
    try store.save([4])
    #expect(try former.readToEnd() == Data("[1,2,3]".utf8))
    #expect(try Data(contentsOf: url) == Data("[4]".utf8))
  }

  @Test func `equal values are equal files`() throws {
    let store = FileStore<[String: URL?]>(url: url)
    let numbers = (1...20).map { (String(UnicodeScalar(UInt8(96 + $0))), URL(string: "a/b")) }
    try store.save(Dictionary(uniqueKeysWithValues: numbers))
    let members = numbers.map { name, _ in #""\#(name)":"a/b""# }.joined(separator: ",")
    #expect(try String(contentsOf: url, encoding: .utf8) == "{\(members)}")
  }

  @Test func `the file is for this user alone`() throws {
    let store = FileStore<Int>(url: url)
    for value in 1...2 {
      try store.save(value)
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func `an undecodable file is kept beside, and is a first run`() throws {
    try FileStore<String>(url: url).save("text")
    let store = FileStore<Int>(url: url)
    #expect(throws: DecodingError.self) { try store.load() }
    #expect(try store.load() == nil)
    let aside = url.appendingPathExtension("unreadable")
    #expect(try String(contentsOf: aside, encoding: .utf8) == #""text""#)
    try FileStore<String>(url: url).save("later")
    #expect(throws: DecodingError.self) { try store.load() }
    #expect(try String(contentsOf: aside, encoding: .utf8) == #""later""#)
  }

  @Test func `an empty file holds nothing`() throws {
    try FileStore<Int>(url: url).save(1)
    try Data().write(to: url)
    #expect(try FileStore<Int>(url: url).load() == nil)
  }

  private final class Calls: Sendable {
    let count = Lock(0)
  }

  /// Lets the call of one number fail.
  private func files(failingAt number: Int) -> FileSystem {
    let calls = Calls()
    return FileSystem.failing { _ in
      calls.count.withLock { count in
        count += 1
        return count == number ? .ENOSPC : nil
      }
    }
  }

  @Test(arguments: 1...5, [nil, 1])
  func `whatever fails in a save, the former value or the new one is there`(
    number: Int,
    former: Int?
  ) throws {
    if let former { try FileStore<Int>(url: url).save(former) }
    let store = FileStore<Int>(url: url, files: files(failingAt: number))
    let isSaved = (try? store.save(2)) != nil
    #expect(try FileStore<Int>(url: url).load() == (isSaved ? 2 : former))
  }

  @Test func `an unreadable file and an undecodable one are two errors`() throws {
    try FileStore<Int>(url: url).save(1)
    let store = FileStore<Int>(url: url, files: files(failingAt: 1))
    #expect(throws: POSIXError.self) { try store.load() }
    #expect(try store.load() == 1)
  }

  @Test func `defaults keep a value under a key, and something else there is a first run`() throws {
    let name = "store-\(UUID())"
    let defaults = try #require(UserDefaults(suiteName: name))
    defer { defaults.removePersistentDomain(forName: name) }
    let store = UserDefaultsStore<[Int]>(key: "numbers", in: defaults)
    #expect(try store.load() == nil)
    try store.save([1, 2])
    #expect(try UserDefaultsStore<[Int]>(key: "numbers", in: defaults).load() == [1, 2])
    defaults.set(7, forKey: "numbers")
    #expect(throws: DecodingError.self) { try store.load() }
  }
}
