import Foundation
import PushHubRecorder
import PushHubScripts
import Testing

@testable import TestSupport

struct TranscriptSizeTests {
  @Test func `megabytes of records are read`() throws {
    let push = #"{"t":1,"push":{"aps":{"alert":"\#(String(repeating: "x", count: 900))"}}}"#
    var bytes = Data("{\"transcript\":1}\n".utf8)
    let count = Exhaustive.choose(1_000_000, thorough: 10_000_000) / push.utf8.count
    for _ in 0..<count {
      bytes.append(contentsOf: "\(push)\n".utf8)
    }
    #expect(try Transcript(bytes, vocabulary: ReadyMadeScripts.records).records.count == count)
    #expect(transcriptError(bytes + Data("x".utf8))?.line == count + 2)
  }

  @Test func `very many blank lines are counted`() {
    let count = Exhaustive.choose(100_000, thorough: 1_000_000)
    let bytes = Data(repeating: UInt8(ascii: "\n"), count: count)
    #expect(transcriptError(bytes + Data("x".utf8))?.line == count + 1)
  }

  @Test func `a record with very many keys is refused`() {
    let keys = (0..<Exhaustive.choose(10_000, thorough: 100_000)).map { "\"k\($0)\":0" }.joined(
      separator: ","
    )
    let message = mistake("{\"t\":0,\"end\":{},\(keys)}")
    #expect(message == "\"k0\" has no place in the record, which may have \"t\", \"end\"")
  }
}
