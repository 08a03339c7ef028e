import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// What a folder of entries costs, and who comes first; the rest is in the tests of the outbox.
struct SharedFolderTests {
  private let folder = TemporaryFolder()
  private let date = Date(timeIntervalSince1970: 1_767_225_600)

  @Test func `appending lists the folder once for each eighth of the maximum`() throws {
    let calls = Lock<[FileSystem.Call]>([])
    let files = FileSystem.failing { call in
      calls.withLock { $0.append(call) }
      return nil
    }
    let shared = SharedFolder(folder.url, maximumCount: 80, files: files)
    for number in 1...100 { try shared.append(id: "\(number)", at: date) { _, _ in Data() } }
    let lists = calls.withLock { $0.filter { $0 == .list }.count }
    #expect(lists == 10)
    #expect(calls.withLock { $0.filter { $0 == .write }.count } == 100)
    #expect(try shared.names().map { SharedFolder.id(of: $0) } == (21...100).map { "\($0)" })
  }

  @Test func `there are never more than the maximum, and an eighth for each further process`()
    throws
  {
    let processes = (1...3).map { _ in SharedFolder(folder.url, maximumCount: 80) }
    for number in 1...400 {
      try processes[number % 3].append(id: "\(number)", at: date) { _, _ in Data() }
      #expect(folder.files.count <= 80 + 2 * 10)
    }
  }

  @Test func `an entry comes after those that were written or listed, whatever the clock says`()
    throws
  {
    for number in 1...5 {
      let shared = SharedFolder(folder.url)
      for part in ["a", "b"] {
        try shared.append(
          id: "\(number)\(part)",
          at: date.addingTimeInterval(-3_600 * Double(number))
        ) { _, _ in Data()
        }
      }
    }
    let ids = try SharedFolder(folder.url).names().map { String(SharedFolder.id(of: $0)) }
    #expect(ids == (1...5).flatMap { ["\($0)a", "\($0)b"] })
  }

  @Test func `a replaced entry keeps its place, and removed names are known`()
    throws
  {
    let shared = SharedFolder(folder.url, maximumCount: 2)
    let first = try shared.append(id: "1", at: date) { _, _ in Data("old".utf8) }.name
    try shared.append(id: "2", at: date) { _, _ in Data() }
    try shared.replace(first, with: Data("new".utf8))
    #expect(try shared.read(first) == Data("new".utf8))
    var removed: [String] = []
    let result = try shared.append(id: "3", at: date) { names, _ in
      removed = names
      return Data()
    }
    #expect(removed == [first])
    #expect(try shared.names().count == 2 && result.removedCount == 1)
  }
}
