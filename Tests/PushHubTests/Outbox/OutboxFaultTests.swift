import Foundation
import PushHub
import Testing

@testable import PushHubBackend

/// What stands in the way of an outbox.
struct OutboxFaultTests {
  private let folder = OutboxFolder()

  @Test func `a directory that can't be made is an error, and it goes on when it can`() throws {
    try folder.make("file", "x")
    let blocked = Outbox(directory: folder.url.appending(path: "file/receipts"), process: "app")
    let error = #expect(throws: OutboxError.self) { try blocked.append(1) }
    #expect(error?.code == .inaccessible)
    #expect(error?.systemNumber != 0)
    try FileManager.default.removeItem(at: folder.url.appending(path: "file"))
    try blocked.append(2)
    #expect(blocked.numbers() == [2])
  }

  @Test func `a directory that is a file can't be read`() throws {
    try folder.make("file", "x")
    let outbox = Outbox(directory: folder.url.appending(path: "file"), process: "app")
    #expect(outbox.read(limit: 1, for: "ann").failures.map(\.code) == [.inaccessible])
    #expect(outbox.remove(from: nil) { _ in true }.failures.count == 1)
    #expect(throws: OutboxError.self) { try outbox.append(1) }
  }

  @Test func `a directory that is removed is made again`() throws {
    let outbox = folder.outbox()
    try outbox.append(1)
    try FileManager.default.removeItem(at: folder.url)
    try outbox.append(2)
    #expect(outbox.numbers() == [2])
  }

  @Test func `a process whose file is kept goes on in another, and the order stays`() throws {
    let outbox = folder.outbox()
    try outbox.append(1)
    let path = try folder.path()
    let keeper = try OutboxFile(.existing, at: path)
    #expect(keeper.lock(tries: 1))
    try outbox.append(2)
    #expect(folder.files.count == 2)
    let blocked = outbox.read(limit: 9, for: "ann")
    #expect(blocked.entries.isEmpty)
    keeper.unlock()
    #expect(outbox.numbers() == [1, 2])
  }

  @Test func `a file that can't be measured is not taken for an empty one`() throws {
    try folder.outbox().append(1)
    for number in 1...12 {
      let plan = FaultPlan(.init(number: number, extent: .once))
      let outbox = Outbox(
        directory: folder.url,
        process: "reader",
        configuration: .init(),
        through: FileDoor { $0 == .measure && plan.fails() ? EIO : nil }
      )
      let reading = outbox.read(limit: 9, for: "ann")
      #expect(!reading.isComplete || reading.entries.count == 1)
      outbox.remove(from: nil) { $0 == "bob" }
      #expect(folder.outbox().numbers() == [1])
    }
  }

  @Test func `what comes after a seal that could list no files stays when they are emptied`()
    throws
  {
    let plan = FaultPlan(.init(number: 2, extent: .once))
    let door = FileDoor { $0 == .list && plan.fails() ? EIO : nil }
    let outbox = Outbox(
      directory: folder.url,
      process: "app",
      configuration: .init(),
      through: door
    )
    try outbox.append(1)
    let scope = outbox.seal()
    #expect(scope == nil)
    try outbox.append(2)
    #expect(outbox.remove(from: scope) { _ in true }.count == 1)
    #expect(outbox.numbers() == [2])
  }

  @Test func `what can't be rewritten is not sent again by this process`() throws {
    let outbox = folder.outbox()
    for number in 1...40 {
      try outbox.append(number)
    }
    let path = try folder.path()
    try FileManager.default.createDirectory(
      atPath: path + ".new",
      withIntermediateDirectories: false
    )
    let outcome = outbox.acknowledge(outbox.read(limit: 20, for: "ann").entries, lost: [:])
    #expect(outcome.count == 20)
    #expect(outcome.failures.map(\.code) == [.inaccessible])
    #expect(outbox.numbers() == Array(21...40))
    #expect(outbox.remove(from: nil) { _ in true }.count == 20)
    #expect(outbox.numbers() == [])
    try FileManager.default.removeItem(atPath: path + ".new")
    #expect(outbox.read(limit: 9, for: "ann").failures.isEmpty)
    #expect(folder.files.isEmpty)
  }

  @Test func `what a killed process left of a new text is overwritten`() throws {
    let outbox = folder.outbox()
    for number in 1...40 {
      try outbox.append(number)
    }
    try Data("half".utf8).write(to: URL(filePath: folder.path() + ".new"))
    #expect(outbox.acknowledge(outbox.read(limit: 20, for: "ann").entries, lost: [:]).count == 20)
    #expect(outbox.numbers() == Array(21...40))
    #expect(folder.files.count == 1)
  }

  @Test func `a part of a line that can't be completed is cut off`() throws {
    let path = folder.url.appending(path: "x").path
    try folder.make("x", "whole\n")
    let file = try OutboxFile(.existing, at: path)
    try file.append(Array("part".utf8))
    try file.truncate(to: 6)
    try file.append(Array("next\n".utf8))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "whole\nnext\n")
  }

  @Test(arguments: [OutboxError.Code.noRoom, .inaccessible, .tooLong, .busy])
  func `an error says what to do in a sentence`(code: OutboxError.Code) {
    let description = OutboxError(code, systemNumber: 28).description
    #expect(description.hasSuffix("."))
    #expect(description.contains(";") || description.contains(","))
  }

  @Test func `want of room is told from other failures`() throws {
    let path = folder.url.appending(path: "none").path
    let failure = #expect(throws: OutboxFile.Failure.self) { try OutboxFile(.existing, at: path) }
    #expect(failure?.isAbsence == true)
    #expect(failure.map { OutboxError($0).code } == .inaccessible)
  }
}
