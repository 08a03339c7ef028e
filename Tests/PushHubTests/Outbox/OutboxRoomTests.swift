import Foundation
import PushHub
import Testing

@testable import PushHubBackend

/// What becomes of entries for which there is no room.
struct OutboxRoomTests {
  private let folder = OutboxFolder()

  @Test func `a full file loses its oldest quarter, and says how much that was`() throws {
    let outbox = folder.outbox("app", 4 << 10)
    var dropped = 0
    for _ in 1...12 {
      dropped += try outbox.append(bytes: 460).droppedCount
    }
    #expect(dropped > 0)
    let reading = outbox.read(limit: .max, for: "ann")
    #expect(reading.lostCount == dropped)
    #expect(reading.entries.count + dropped == 12)
    #expect(reading.entries.last?.number == 12)
    #expect(reading.entries.first?.number == dropped + 1)
    #expect(folder.files.count == 1)
    let size = try #require(OutboxFile.status(at: folder.path())).byteCount
    #expect(size <= 4 << 10)
  }

  @Test func `what was lost is told until it was told`() throws {
    let outbox = folder.outbox("app", 4 << 10)
    for _ in 1...12 {
      try outbox.append(bytes: 460)
    }
    let lost = outbox.read(limit: 1, for: "ann").lost
    #expect(folder.outbox("other").read(limit: 1, for: "ann").lost == lost)
    outbox.acknowledge([], lost: lost)
    #expect(outbox.read(limit: 1, for: "ann").lost.isEmpty)
    #expect(folder.outbox("other").read(limit: 1, for: "ann").lost.isEmpty)
  }

  @Test func `a file that has only losses to tell stays until they are told`() throws {
    let outbox = folder.outbox("app", 4 << 10)
    for _ in 1...12 {
      try outbox.append(bytes: 460)
    }
    let reading = outbox.read(limit: .max, for: "ann")
    outbox.acknowledge(reading.entries, lost: [:])
    #expect(outbox.read(limit: 9, for: "ann").lost == reading.lost)
    outbox.acknowledge([], lost: reading.lost)
    #expect(folder.files.isEmpty)
  }

  @Test(arguments: ["app", "service"])
  func `what was sent before it had to go is not told as lost`(process: String) throws {
    let (outbox, app) = (folder.outbox(process, 4 << 10), folder.outbox("sender"))
    for _ in 1...8 {
      try outbox.append(bytes: 400)
    }
    #expect(app.acknowledge(app.read(limit: 1, for: "ann").entries, lost: [:]).count == 1)
    var dropped = 0
    while dropped == 0 {
      dropped += try outbox.append(bytes: 400).droppedCount
    }
    #expect(dropped > 1)
    let reading = app.read(limit: .max, for: "ann")
    #expect(reading.lostCount == dropped - 1)
    app.acknowledge([], lost: reading.lost)
    #expect(folder.outbox("other").read(limit: 9, for: "ann").lost.isEmpty)
  }

  @Test func `what is lost while it is sent is not counted as sent`() throws {
    let outbox = folder.outbox("app", 4 << 10)
    for _ in 1...8 {
      try outbox.append(bytes: 400)
    }
    let entries = outbox.read(limit: 8, for: "ann").entries
    var dropped = 0
    while dropped == 0 {
      dropped += try outbox.append(bytes: 400).droppedCount
    }
    #expect(outbox.acknowledge(entries, lost: [:]).count == 8 - dropped)
  }

  @Test func `an entry that has no place is refused, and costs no other`() throws {
    let outbox = folder.outbox("app", 4 << 10)
    try outbox.append(1)
    #expect(throws: OutboxError(.tooLong)) { try outbox.append(bytes: 4 << 10) }
    try outbox.append(2)
    #expect(outbox.numbers() == [1, 2])
    #expect(throws: OutboxError(.tooLong)) {
      try folder.outbox("other", 4 << 10).append(bytes: 4 << 10)
    }
  }

  @Test func `beyond the number of files the oldest goes, and is counted in the next`() throws {
    for number in 1...3 {
      let outbox = folder.outbox("p\(number)", files: 4)
      try outbox.append(number)
      try outbox.append(number)
    }
    let fourth = folder.outbox("p0", files: 4)
    #expect(try fourth.append(4).droppedCount == 0)
    let fifth = folder.outbox("p5", files: 4)
    #expect(try fifth.append(5).droppedCount == 2)
    #expect(folder.files.count == 4)
    let reading = fifth.read(limit: .max, for: "ann")
    #expect(Set(reading.entries.compactMap(\.value)) == [2, 3, 4, 5])
    #expect(reading.lostCount == 2)
  }

  @Test func `a lower number of files holds from the next one on`() throws {
    for number in 1...20 {
      try folder.outbox("p\(number)").append(number)
    }
    #expect(try folder.outbox("app", files: 4).append(21).droppedCount == 17)
    #expect(folder.files.count == 4)
  }

  @Test func `a file that is rewritten stays as old as it was`() throws {
    let outbox = folder.outbox("app", files: 4)
    for number in 1...40 {
      try outbox.append(number)
    }
    let (old, path) = (Date(timeIntervalSince1970: 1_700_000_000), try folder.path())
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
    outbox.acknowledge(outbox.read(limit: 20, for: "ann").entries, lost: [:])
    for number in 41...44 {
      _ = outbox.seal()
      try outbox.append(number)
    }
    #expect(outbox.numbers() == [41, 42, 43, 44])
  }

  @Test func `what was sent is not told as lost when its file goes`() throws {
    let outbox = folder.outbox("app", files: 4)
    for number in 1...10 {
      try outbox.append(number)
    }
    #expect(outbox.acknowledge(outbox.read(limit: 2, for: "ann").entries, lost: [:]).count == 2)
    var dropped = 0
    for number in 11...14 {
      _ = outbox.seal()
      dropped += try outbox.append(number).droppedCount
    }
    #expect(dropped == 8)
    let reading = outbox.read(limit: .max, for: "ann")
    #expect(reading.entries.map(\.value) == [11, 12, 13, 14])
    #expect(reading.lostCount == 8)
  }

  @Test func `sizes outside their bounds are moved to the nearest within`() {
    var configuration = Outbox.Configuration(maximumByteCount: 0, maximumFileCount: -1)
    #expect(configuration.maximumByteCount == 4 << 10)
    #expect(configuration.maximumFileCount == 4)
    configuration.maximumByteCount = .max
    configuration.maximumFileCount = .max
    #expect(configuration.maximumByteCount == 64 << 20)
    #expect(configuration.maximumFileCount == 1_000)
  }
}
