import Foundation
import PushHubScripts
import Testing

@testable import PushHub
@testable import PushHubRecorder
@testable import TestSupport

struct TranscriptRoundTripTests {
  @Test func `what is written reads as an equal transcript and is written the same`() throws {
    for seed in SeededGenerator.seeds(150, thorough: 1_000) {
      var random = RandomTranscript(generator: SeededGenerator(seed: seed))
      let transcript = random.transcript()
      let bytes = transcript.data
      let again = try TestSupport.transcript(bytes)
      try #require(again == transcript, "\(SeededGenerator.hint(seed))")
      #expect(again.data == bytes, "\(SeededGenerator.hint(seed))")
      let lineCount = bytes.count { $0 == UInt8(ascii: "\n") }
      #expect(lineCount == transcript.records.count + 1, "\(SeededGenerator.hint(seed))")
    }
  }

  @Test func `every push that is written is read with the same issues`() throws {
    for seed in SeededGenerator.seeds(60, thorough: 300) {
      var random = RandomTranscript(generator: SeededGenerator(seed: seed))
      let transcript = random.transcript()
      let again = try TestSupport.transcript(transcript.data)
      for (record, reread) in zip(transcript.records, again.records) {
        let issues = record.input.payload?.issues.filter { $0.code != .byteOrderMark }
        #expect(reread.input.payload?.issues == issues, "\(SeededGenerator.hint(seed))")
      }
    }
  }

  @Test func `the random transcripts have every kind`() {
    var random = RandomTranscript(generator: SeededGenerator(seed: 1))
    let inputs = (0..<300).flatMap { _ in random.transcript().records.map(\.input) }
    let kinds = ReadyMadeScripts.records.map { $0.key }
    #expect(Set(inputs.map(\.key)) == TranscriptInput.keys.union(kinds))
  }

  @Test func `megabytes of records are read`() throws {
    let push = #"{"t":1,"push":{"aps":{"alert":"\#(String(repeating: "x", count: 900))"}}}"#
    var bytes = Data("{\"transcript\":1}\n".utf8)
    let count = Exhaustive.choose(1_000_000, thorough: 10_000_000) / push.utf8.count
    for _ in 0..<count {
      bytes.append(contentsOf: "\(push)\n".utf8)
    }
    #expect(try TestSupport.transcript(bytes).records.count == count)
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
