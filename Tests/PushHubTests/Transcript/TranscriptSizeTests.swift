import Foundation
import PushHub
import PushHubObservers
import Testing

@Suite(.timeLimit(.minutes(15)))
struct TranscriptSizeTests {
  @Test func `megabytes of records are read`() throws {
    let push = #"{"t":1,"push":{"aps":{"alert":"\#(String(repeating: "x", count: 900))"}}}"#
    var bytes = Data("{\"transcript\":1}\n".utf8)
    let count = Exhaustive.choose(1_000_000, thorough: 10_000_000) / push.utf8.count
    for _ in 0..<count {
      bytes.append(contentsOf: "\(push)\n".utf8)
    }
    #expect(try Transcript(bytes, vocabulary: .readyMade).records.count == count)
    #expect(transcriptError(bytes + Data("x".utf8))?.line == count + 2)
  }

  @Test func `a million blank lines are counted`() {
    let bytes = Data(repeating: UInt8(ascii: "\n"), count: 1_000_000)
    #expect(transcriptError(bytes + Data("x".utf8))?.line == 1_000_001)
  }

  @Test func `a payload of a mebibyte is written and read`() throws {
    let content = try payload("{\"a\":\"\(String(repeating: "é\\n", count: 1 << 18))\"}")
    let record = TranscriptRecord(time: .zero, input: .push(content, via: .remote, request: nil))
    #expect(try input(record.jsonLine) == record.input)
  }

  @Test func `a list of a hundred thousand marks is read`() throws {
    let marks = (0..<100_000).map { "{\"id\":\"n\($0)\",\"order\":\($0)}" }
    let read = try input("{\"t\":0,\"latest\":[\(marks.joined(separator: ","))]}")
    let list = try #require(try read?.record(as: LatestNotifications.self)?.result.get())
    #expect(list.count == 100_000)
    #expect(list.last == NotificationCursor(order: 99_999, id: "n99999"))
  }

  @Test func `a record with a hundred thousand keys is refused`() {
    let keys = (0..<100_000).map { "\"k\($0)\":0" }.joined(separator: ",")
    let message = mistake("{\"t\":0,\"end\":{},\(keys)}")
    #expect(message == "\"k0\" has no place in the record, which may have \"t\", \"end\"")
  }
}
