import Foundation
import PushHub
import Testing

@testable import PushHubBackend
@testable import TestSupport

/// What an outbox keeps, and for how long.
struct OutboxTests {
  private let folder = OutboxFolder()

  @Test func `nothing is on disk until something is appended`() throws {
    let outbox = folder.outbox()
    #expect(try outbox.count() == 0)
    #expect(outbox.numbers() == [])
    #expect(try outbox.removeAll() == 0)
    #expect(!FileManager.default.fileExists(atPath: folder.url.path))
  }

  @Test func `entries come out in their order, for any process`() throws {
    for number in 1...100 {
      try folder.outbox().append(number)
    }
    #expect(folder.outbox().numbers() == Array(1...100))
    #expect(folder.outbox().read(limit: 3).numbers == [1, 2, 3])
    #expect(try folder.outbox().count() == 100)
  }

  private static func receipt(_ number: Int) -> String {
    #"{"id":"\#(number)","push":"\#(number)","kind":"received","date":0}"#
  }

  @Test func `a listing ends before an entry that is being written`() throws {
    let listings = Lock(0)
    let outbox = folder.outbox { [folder] call in
      guard call == .list,
        listings.withLock({
          $0 += 1
          return $0
        }) == 2
      else { return nil }
      try? folder.make("0000000000000002-b.json", Self.receipt(2))
      return nil
    }
    try folder.make("0000000000000001-a.json", Self.receipt(1))
    try folder.make("0000000000000003-c.json", Self.receipt(3))
    #expect(outbox.numbers() == [1])
    #expect(outbox.numbers() == [1, 2, 3])
  }

  @Test func `every process respects the server's Retry-After`()
    throws
  {
    let start = Date(timeIntervalSince1970: 1_000)
    try folder.outbox().pause("ann", at: start, for: .seconds(60))
    try folder.outbox().pause("bob", at: start + 30, for: .seconds(10))
    let outbox = folder.outbox()
    #expect(outbox.pause(for: "ann", at: start + 59) == .seconds(1))
    #expect(outbox.pause(for: "ann", at: start + 60) == nil)
    #expect(outbox.pause(for: "eve", at: start) == nil)
    // The clock was ahead when it was written, so it begins anew.
    #expect(outbox.pause(for: "ann", at: start - 600) == .seconds(60))
    try folder.make("pauses", #"{"ann":{"start":0,"end":1e300}}"#)
    #expect(outbox.pause(for: "ann", at: start) == .seconds(86_400))
    #expect(try outbox.count() == 0)
  }

  @Test(arguments: [.distantPast, .distantFuture, Date(timeIntervalSince1970: .infinity)])
  func `any date is a time`(date: Date) throws {
    let outbox = folder.outbox()
    for number in 1...3 {
      try outbox.append(PushReceipt(.received, pushID: "\(number)", account: nil, date: date))
    }
    #expect(outbox.numbers() == [1, 2, 3])
  }

  @Test func `what was not removed is there under the same name after a crash`() throws {
    try folder.outbox().append(1)
    let names = folder.outbox().read().names
    #expect(folder.outbox().read().names == names)
  }

  @Test(arguments: [
    "", "{", "null", "\u{0}\u{0}", #"{"content":""}"#, #"{"account":1,"content":1}"#,
  ])
  func `what can't be decoded is removed and counted`(text: String) throws {
    let outbox = folder.outbox()
    try folder.make("garbage.json", text)
    try folder.make("9999999999999999-garbage.json", text)
    try outbox.append(1)
    let reading = outbox.read()
    #expect(reading.numbers == [1])
    #expect(reading.brokenCount == 2)
    #expect(reading.failure == nil)
    #expect(try outbox.count() == 1)
  }

  @Test func `a third-party file stays`() throws {
    let outbox = folder.outbox(maximumCount: 1)
    try folder.make("note.txt", "x")
    try outbox.append(1)
    try outbox.append(2)
    #expect(try outbox.removeAll() == 1)
    #expect(folder.files == ["note.txt"])
  }

  @Test func `what is being written, or a killed process has left, is never counted`() throws {
    for number in 1...9 {
      try folder.make(".dat.nosync00\(number).x", "{")
    }
    let outbox = folder.outbox(maximumCount: 2)
    #expect(try outbox.count() == 0)
    #expect(try outbox.append(1) == 0)
    #expect(outbox.numbers() == [1])
    #expect(try outbox.removeAll() == 1)
  }

  @Test func `at the limit an entry goes, and not what another process is writing`() throws {
    let outbox = folder.outbox(maximumCount: 1)
    try folder.make(".dat.nosync01.x", "{")
    #expect(try outbox.append(1) == 0)
    #expect(try outbox.append(2) == 1)
    #expect(try outbox.removeAll() == 1)
    #expect(folder.files == [".dat.nosync01.x"])
  }

  @Test(arguments: [3_600.0, 1e6, -3_700])
  func `what a killed process has left an hour ago goes with the next entry`(age: Double) throws {
    for name in ["a", "b"] { try folder.make(".dat.nosync\(name)", "{") }
    try folder.makeOlder(".dat.nosynca", by: age)
    try folder.makeOlder(".dat.nosyncb", by: 3_500)
    let outbox = folder.outbox()
    try outbox.append(1)
    try outbox.folder.remove(outbox.read().names)
    #expect(folder.files == [".dat.nosyncb"])
  }

  @Test func `the folder is for this user alone`() throws {
    try folder.outbox().append(1)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.url.path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
  }

  @Test(arguments: [(0, 1), (7, 7), (.max, 100_000)])
  func `a bound has bounds`(asked: Int, used: Int) {
    #expect(Outbox(directory: folder.url, maximumCount: asked).maximumCount == used)
  }
}
