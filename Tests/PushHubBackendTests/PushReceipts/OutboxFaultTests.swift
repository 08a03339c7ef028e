import Foundation
import PushHub
import Testing

@testable import PushHubBackend
@testable import TestSupport

/// What stands in the way of an outbox.
struct OutboxFaultTests {
  private let folder = OutboxFolder()

  @Test func `a directory that can't be created is an error until it can`() throws {
    try folder.make("file", "x")
    let blocked = Outbox(directory: folder.url.appending(path: "file/receipts"))
    #expect(throws: (any Error).self) { try blocked.append(1) }
    #expect(blocked.read().numbers == [])
    try FileManager.default.removeItem(at: folder.url.appending(path: "file"))
    try blocked.append(2)
    #expect(blocked.numbers() == [2])
  }

  @Test func `a directory that is removed is made again`() throws {
    let outbox = folder.outbox()
    try outbox.append(1)
    try FileManager.default.removeItem(at: folder.url)
    try outbox.append(2)
    #expect(outbox.numbers() == [2])
  }

  @Test func `a full disk costs what finds no room, and nothing that was written`() throws {
    try folder.outbox().append(1)
    let full = folder.outbox(maximumCount: 1) { $0 == .write ? .ENOSPC : nil }
    for number in 2...9 {
      let error = #expect(throws: POSIXError.self) { try full.append(number) }
      #expect(error?.code == .ENOSPC)
    }
    #expect(folder.files.count == 1)
    #expect(folder.outbox().numbers() == [1])
    try folder.outbox().append(10)
    #expect(folder.outbox().numbers() == [1, 10])
  }

  @Test func `what can't be read holds nothing else up`() throws {
    try folder.outbox().append(1)
    let plan = FaultPlan(.init(number: 1, extent: .once))
    let outbox = folder.outbox { $0 == .read && plan.fails() ? .EIO : nil }
    try folder.outbox().append(2)
    let reading = outbox.read()
    #expect(reading.numbers == [2])
    #expect(reading.failure != nil)
    #expect(outbox.numbers() == [1, 2])
  }

  @Test func `what can't be listed is neither empty nor full`() {
    let outbox = folder.outbox { $0 == .list ? .EIO : nil }
    #expect(throws: POSIXError.self) { try outbox.append(1) }
    #expect(outbox.read().failure != nil)
  }

  /// Appends, sends and signs out, with each operation on files failing, once or for ever.
  @Test(arguments: FaultPlan.Extent.allCases)
  func `whatever fails, what was appended is sent, in order, and whole`(
    extent: FaultPlan.Extent
  ) throws {
    var number = 0
    while true {
      number += 1
      let plan = FaultPlan(.init(number: number, extent: extent))
      let folder = OutboxFolder()
      let outbox = folder.outbox { _ in plan.fails() ? .EIO : nil }
      var (appended, sent): ([Int], [Int]) = ([], [])
      for value in 1...6 {
        if (try? outbox.append(value, value % 2 == 0 ? "ann" : nil)) != nil {
          appended.append(value)
        }
        if value % 3 == 0 {
          let reading = outbox.read(limit: 2)
          sent += reading.numbers
          try? outbox.folder.remove(reading.names)
        }
      }
      plan.heal()
      let rest = outbox.numbers()
      #expect(Set(sent + rest) == Set(appended), "fault \(number)")
      #expect(rest == rest.sorted())
      #expect(Set(rest).count == rest.count)
      #expect(folder.files.count == rest.count)
      #expect(try outbox.removeAll() == rest.count)
      guard plan.faultCount > 0 else { break }
    }
    #expect(number > 12)
  }
}
