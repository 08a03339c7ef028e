import Foundation
import PushHub
import PushHubRecorder
import Testing

@testable import PushHubBackend
@testable import PushHubObservers

/// What somebody else may have put into the directory.
struct OutboxGarbageTests {
  private let folder = OutboxFolder()
  private static let header = #"{"outbox":1,"lost":0,"last":1}"# + "\n"
  private static let greedy = #"{"outbox":1,"lost":9223372036854775807}"# + "\n"
  private static let line = #"{"n":1,"content":1}"# + "\n"

  @Test(arguments: ["9223372036854775807", "9007199254740993"])
  func `a file with too high a number in its name comes in the way of nobody`(
    number: String
  ) throws {
    try folder.make("app-\(number)-1.outbox", Self.header + Self.line)
    try folder.outbox().append(2)
    #expect(Set(folder.outbox("other").numbers()) == [1, 2])
  }

  @Test func `an entry with too high a number is broken`() throws {
    try folder.make(
      "x.outbox",
      Self.header + #"{"n":9223372036854775807,"content":2}"# + "\n" + Self.line
    )
    let reading = folder.outbox().read(limit: 9, for: "ann")
    #expect(reading.brokenCount == 1)
    #expect(reading.entries.map(\.value) == [1])
  }

  @Test func `a file which says that all numbers are used is not gone on in`() throws {
    let header = #"{"outbox":1,"lost":0,"last":9223372036854775807}"# + "\n"
    try folder.make("app-00000001-1.outbox", header + Self.line)
    try folder.outbox().append(2)
    #expect(folder.files.count == 2)
    #expect(folder.outbox().numbers() == [1, 2])
  }

  @Test func `losses without end have a sum`() throws {
    for name in ["x", "y", "z", "u"] {
      try folder.make("\(name).outbox", Self.greedy + Self.line)
    }
    #expect(folder.outbox().read(limit: 9, for: "ann").lostCount == 4 << 53)
    let appended = try folder.outbox(files: 4).append(2)
    #expect(appended.droppedCount == (1 << 53) + 1)
  }

  @Test(arguments: ["newer", "directory", "link"])
  func `what can't be removed leaves room for fewer files, and no more than that`(
    kind: String
  ) throws {
    let url = folder.url.appending(path: "a.outbox")
    switch kind {
    case "newer": try folder.make("a.outbox", "{\"outbox\":2}\n")
    case "directory":
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    default:
      try folder.make("x", "")
      try FileManager.default.createSymbolicLink(
        atPath: url.path,
        withDestinationPath: "/dev/null"
      )
    }
    for number in 1...20 {
      let outbox = folder.outbox("app", files: 4)
      _ = outbox.seal()
      try outbox.append(number)
    }
    #expect(folder.files.filter { $0.hasSuffix(".outbox") }.count == 4)
    #expect(folder.outbox("app").numbers() == [18, 19, 20])
  }

  @Test func `a file that can't be tidied up keeps nothing that comes later`() throws {
    let outbox = folder.outbox()
    try outbox.append(1)
    try FileManager.default.createDirectory(
      atPath: folder.path() + ".new",
      withIntermediateDirectories: false
    )
    outbox.acknowledge(outbox.read(limit: 9, for: "ann").entries, lost: [:])
    _ = outbox.seal()
    try outbox.append(2)
    let reading = outbox.read(limit: 9, for: "ann")
    #expect(reading.entries.map(\.value) == [2])
    #expect(reading.failures.map(\.code) == [.inaccessible])
  }

  @Test func `a directory of a process's name keeps nothing of that process`() throws {
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "app.outbox"),
      withIntermediateDirectories: true
    )
    let outbox = folder.outbox()
    try outbox.append(1)
    #expect(outbox.numbers() == [1])
  }

  @Test(arguments: [1, 2])
  func `a large file is read to its header, and stays if that is of a later version`(
    version: Int
  ) throws {
    try folder.make("x.outbox", "{\"outbox\":\(version)}\n")
    let file = try FileHandle(forWritingTo: folder.url.appending(path: "x.outbox"))
    try file.truncate(atOffset: 65 << 20)
    try file.close()
    let reading = folder.outbox().read(limit: 9, for: "ann")
    #expect(reading.newerFileCount == version - 1)
    #expect(reading.brokenCount == 2 - version)
    #expect(folder.files == (version == 1 ? [] : ["x.outbox"]))
  }
}
