import Foundation
import PushHub
import PushHubRecorder
import Testing

@testable import PushHubBackend

/// Files of any content.
struct OutboxTextTests {
  private let folder = OutboxFolder()

  private func text(_ string: String) -> OutboxText { OutboxText(Array(string.utf8)) }

  private static let header = #"{"outbox":1,"lost":3}"# + "\n"
  private static let line = #"{"n":1,"account":"ann","content":{"a":1}}"# + "\n"

  @Test func `a header tells what was lost`() {
    let text = text(Self.header + Self.line)
    #expect(text.lost == 3)
    #expect(text.lines.map(\.number) == [1])
    #expect(text.brokenCount == 0 && !text.isNewer)
  }

  @Test(
    arguments: [
      "\n", "\u{0}\n", "null\n", "{}\n", #"{"n":0,"content":1}"# + "\n",
      #"{"n":-1,"content":1}"# + "\n", #"{"n":99999999999999999999,"content":1}"# + "\n",
      #"{"n":1,"content":}"# + "\n", #"{"n":1,"content":1"# + "\n", #"{"n":1}"# + "\n",
      #"{"n":1,"account":null,"content":1}"# + "\n", #"{"n":1,"account":"a,"content":1}"# + "\n",
      #"{"n":1,"account":"\x","content":1}"# + "\n", #"{"n":1,"acc{"n":2,"content":1}"# + "\n",
      #"{"n":1,"content":1}"#, #"{"n":1"#, #"{"outbox":1,"lost":0}"# + "\n",
    ]
  )
  func `a line that is none is counted, and costs no other`(line: String) {
    let text = text(Self.header + Self.line + line)
    #expect(text.lines.map(\.number) == [1])
    #expect(text.brokenCount == 1)
  }

  @Test func `bytes that are no text are counted`() {
    let bytes = Array((Self.header + Self.line).utf8)
    let text = OutboxText(bytes + Array(#"{"n":2,"account":""#.utf8) + [0xFF] + Array("\"\n".utf8))
    #expect(text.lines.count == 1)
    #expect(text.brokenCount == 1)
  }

  @Test(
    arguments: [
      "", "x\n", "{\n", #"{"outbox":0}"# + "\n", #"{"outbox":"1"}"# + "\n", "{\"outbox\"\n",
    ]
  )
  func `a file without a header of ours is read`(header: String) {
    let text = text(header + Self.line)
    #expect(text.lines.count == 1)
    #expect(text.lost == 0)
    #expect(text.brokenCount == (header.isEmpty ? 0 : 1))
  }

  @Test(arguments: [#"{"outbox":2}"#, #"{"outbox":99,"lost":"many"}"#, #"{"outbox": 7, "x": 1}"#])
  func `a file of a later version is left alone, and told once`(header: String) throws {
    let outbox = folder.outbox()
    try outbox.append(1)
    try folder.make("zz.outbox", header + "\n" + Self.line)
    let reading = outbox.read(limit: 9, for: "ann")
    #expect(reading.entries.map(\.value) == [1])
    #expect(reading.newerFileCount == 1)
    #expect(outbox.read(limit: 9, for: "ann").newerFileCount == 0)
    #expect(outbox.remove(from: nil) { _ in true }.count == 1)
    #expect(folder.files == ["zz.outbox"])
  }

  @Test func `what a crash left of a line is counted once, and cut off with the rest`() throws {
    let (app, service) = (folder.outbox(), folder.outbox("service"))
    try service.append(1)
    #expect(try folder.tear("service"))
    #expect(app.read(limit: 9, for: "ann").brokenCount == 1)
    let reading = app.read(limit: 9, for: "ann")
    #expect(reading.brokenCount == 0)
    #expect(reading.entries.map(\.value) == [1])
    app.acknowledge(reading.entries, lost: [:])
    #expect(folder.files.isEmpty)
  }

  @Test func `a file in which nothing can be read is counted and removed`() throws {
    try folder.make("app-00000001-a.outbox", "\u{0}\u{0}\u{0}\nrubbish\n")
    try folder.make("b.outbox", "")
    let outbox = folder.outbox()
    #expect(outbox.read(limit: 9, for: "ann").brokenCount == 2)
    #expect(folder.files.isEmpty)
  }

  @Test func `other files are left alone`() throws {
    try folder.make("notes.txt", "x")
    try folder.make(".outbox", "x")
    let outbox = folder.outbox()
    try outbox.append(1)
    outbox.acknowledge(outbox.read(limit: 9, for: "ann").entries, lost: [:])
    outbox.remove(from: nil) { _ in true }
    #expect(folder.files == [".outbox", "notes.txt"])
  }

  @Test func `a directory in place of a file is told, and keeps nobody`() throws {
    let outbox = folder.outbox()
    try outbox.append(1)
    let directory = folder.url.appending(path: "aa-00000001-a.outbox")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let reading = outbox.read(limit: 9, for: "ann")
    #expect(reading.entries.map(\.value) == [1])
    #expect(reading.failures.map(\.code) == [.inaccessible])
  }

  @Test func `any mutation of a file is read, and costs no more than what it touches`() throws {
    var generator = SeededGenerator(printedAs: "mutations of an outbox")
    var bytes = OutboxText.header(lost: 0, last: 0)
    for number in 1...6 {
      OutboxText.write(number, account: "ann", content: { $0 += "7".utf8 }, to: &bytes)
    }
    for _ in 0..<Exhaustive.choose(1_000, thorough: 5_000) {
      var changed = bytes
      let place = generator.below(bytes.count)
      switch generator.below(3) {
      case 0: changed[place] = UInt8(generator.below(256))
      case 1: changed.remove(at: place)
      default: changed.insert(UInt8(generator.below(256)), at: place)
      }
      let text = OutboxText(changed)
      guard !text.isNewer else { continue }
      #expect(text.lines.count >= 4)
      let again = OutboxText(text.text(keeping: text.lines, lost: text.lost))
      #expect(again.lines.map(\.number) == text.lines.map(\.number))
      #expect(again.brokenCount == 0)
    }
  }
}
