import Foundation
import PushHub
import Testing

@testable import PushHubBackend

struct OutboxTests {
  private let folder = OutboxFolder()

  @Test func `what was appended is read in order, with its id and account`() throws {
    let outbox = folder.outbox()
    let first = try outbox.append(7, "ann")
    let second = try outbox.append(8, nil)
    let reading = outbox.read(limit: 10, for: "ann")
    #expect(reading.entries.map(\.value) == [7, 8])
    #expect(reading.entries.map(\.id) == [first.id, second.id])
    #expect(reading.entries.map(\.account) == ["ann", nil])
    #expect(reading.waitingCount == 2)
    #expect(reading.lost.isEmpty && reading.failures.isEmpty && reading.brokenCount == 0)
  }

  @Test func `the file is a header and a line for each entry`() throws {
    let outbox = folder.outbox()
    try outbox.append(["b": "x\n\u{7}\"ü", "a": [1, nil]], account: "a\"nn\n")
    try outbox.append(2, nil)
    #expect(
      try folder.text() == """
        {"outbox":1,"lost":0,"last":0}
        {"n":1,"account":"a\\"nn\\u000a","content":{"a":[1,null],"b":"x\\u000a\\u0007\\"ü"}}
        {"n":2,"content":2}

        """
    )
    let entries = outbox.read(limit: 2, for: "a\"nn\n").entries
    #expect(entries.map(\.account) == ["a\"nn\n", nil])
  }

  @Test func `a reading has no more than the limit, and tells how many there are`() throws {
    let outbox = folder.outbox()
    for number in 1...5 {
      try outbox.append(number)
    }
    let reading = outbox.read(limit: 2, for: "ann")
    #expect(reading.entries.map(\.value) == [1, 2])
    #expect(reading.waitingCount == 5)
  }

  @Test func `entries of other accounts are not read`() throws {
    let outbox = folder.outbox()
    try outbox.append(1, "bob")
    try outbox.append(2, nil)
    try outbox.append(3, "ann")
    #expect(outbox.numbers(for: "ann") == [2, 3])
    #expect(outbox.numbers(for: "bob") == [1, 2])
    #expect(outbox.read(limit: 9, for: "ann").waitingCount == 2)
  }

  @Test func `what was acknowledged is read no more`() throws {
    let outbox = folder.outbox()
    for number in 1...5 {
      try outbox.append(number)
    }
    let reading = outbox.read(limit: 2, for: "ann")
    #expect(outbox.acknowledge(reading.entries, lost: [:]).count == 2)
    #expect(outbox.numbers() == [3, 4, 5])
    #expect(outbox.acknowledge(reading.entries, lost: [:]).count == 0)
  }

  @Test func `a file of which all was acknowledged is gone, and another is begun`() throws {
    let outbox = folder.outbox()
    let first = try outbox.append(1)
    let reading = outbox.read(limit: 9, for: "ann")
    #expect(outbox.acknowledge(reading.entries, lost: [:]).count == 1)
    #expect(folder.files.isEmpty)
    let second = try outbox.append(2)
    #expect(first.id != second.id)
    #expect(first.id.prefix { $0 != "." } != second.id.prefix { $0 != "." })
    #expect(outbox.numbers() == [2])
  }

  @Test func `another process goes on after its file was taken away`() throws {
    let (app, service) = (folder.outbox(), folder.outbox("service"))
    try service.append(1)
    #expect(app.acknowledge(app.read(limit: 9, for: "ann").entries, lost: [:]).count == 1)
    try service.append(2)
    #expect(app.numbers() == [2])
  }

  @Test func `another process goes on in the file that was put in place of its own`() throws {
    let (app, service) = (folder.outbox(), folder.outbox("service"))
    for number in 1...40 {
      try service.append(number)
    }
    let file = try folder.path(of: "service")
    let before = OutboxFile.status(at: file)?.identity
    #expect(app.acknowledge(app.read(limit: 20, for: "ann").entries, lost: [:]).count == 20)
    #expect(OutboxFile.status(at: file)?.identity != before)
    let appended = try service.append(41)
    #expect(app.numbers() == Array(21...41))
    #expect(appended.id.hasSuffix(".41"))
    #expect(folder.files.count == 1)
  }

  @Test func `little that is done with stays in the file, and comes again to another`() throws {
    let outbox = folder.outbox()
    for number in 1...40 {
      try outbox.append(number)
    }
    let first = outbox.read(limit: 1, for: "ann").entries
    outbox.acknowledge(first, lost: [:])
    #expect(outbox.numbers() == Array(2...40))
    let again = folder.outbox("other").read(limit: 40, for: "ann").entries
    #expect(again.map(\.value) == Array(1...40))
    #expect(again.first?.id == first.first?.id)
  }

  @Test func `files of one process are read in the order in which they were written`() throws {
    for number in 1...12 {
      let outbox = folder.outbox()
      _ = outbox.seal()
      try outbox.append(number)
    }
    #expect(folder.files.count == 12)
    #expect(folder.outbox("sender").numbers() == Array(1...12))
  }

  @Test(arguments: ["", "äöü", "a/../b", "../..", "a-b_c d", String(repeating: "x", count: 300)])
  func `any process name gives a file in the directory`(process: String) throws {
    let outbox = folder.outbox(process)
    try outbox.append(1)
    #expect(folder.files.count == 1)
    #expect(outbox.numbers() == [1])
  }

  @Test func `the directory is made with the first entry, and not before`() throws {
    let outbox = folder.outbox()
    #expect(outbox.read(limit: 1, for: "ann").failures.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.url.path))
    try outbox.append(1)
    #expect(folder.files.count == 1)
  }

  @Test func `files are for this user alone`() throws {
    try folder.outbox().append(1)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path())
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `entries of two threads are all there, each with an id of its own`() async throws {
    let outbox = folder.outbox()
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for number in 0..<200 {
            _ = try? outbox.append(thread * 1_000 + number)
          }
        }
      }
    }
    let entries = outbox.read(limit: .max, for: "ann").entries
    #expect(Set(entries.map(\.id)).count == 800)
    for thread in 0..<4 {
      let own = entries.compactMap(\.value).filter { $0 / 1_000 == thread }
      #expect(own == (0..<200).map { thread * 1_000 + $0 })
    }
  }
}

// MARK: - Accounts

extension OutboxTests {
  @Test func `the entries of an account can be removed from all files`() throws {
    let (app, service) = (folder.outbox(), folder.outbox("service"))
    try app.append(1, "ann")
    try app.append(2, "bob")
    try service.append(3, "ann")
    try service.append(4, nil)
    #expect(app.remove(from: nil) { $0 == "ann" }.count == 2)
    #expect(app.numbers(for: "ann") == [4])
    #expect(app.numbers(for: "bob") == [2, 4])
    #expect(try !folder.text().contains("ann"))
  }

  @Test func `what is appended after a seal is in no file of before`() throws {
    let outbox = folder.outbox()
    try outbox.append(1)
    let scope = outbox.seal()
    try outbox.append(2)
    #expect(outbox.remove(from: scope) { _ in true }.count == 1)
    #expect(outbox.numbers() == [2])
    #expect(folder.files.count == 1)
  }

  @Test func `what was acknowledged is not removed besides`() throws {
    let outbox = folder.outbox()
    for number in 1...40 {
      try outbox.append(number)
    }
    outbox.acknowledge(outbox.read(limit: 1, for: "ann").entries, lost: [:])
    #expect(outbox.remove(from: nil) { _ in true }.count == 39)
    #expect(folder.files.isEmpty)
  }

  @Test func `what is removed while it is sent is not counted as sent`() throws {
    let outbox = folder.outbox()
    try outbox.append(1)
    try outbox.append(2, "bob")
    let entries = outbox.read(limit: 9, for: "ann").entries
    #expect(outbox.remove(from: nil) { $0 == "ann" }.count == 1)
    #expect(outbox.acknowledge(entries, lost: [:]).count == 0)
  }
}
