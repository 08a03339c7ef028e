import Foundation
import PushHub
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TranscriptRoundTripTests {
  @Test func `what is written reads as an equal transcript and is written the same`() throws {
    let start = SeededGenerator.startingSeed()
    for seed in start..<start + 1000 {
      var random = RandomTranscript(generator: SeededGenerator(seed: seed))
      let transcript = random.transcript()
      let bytes = transcript.data
      let again = try Transcript(bytes)
      try #require(again == transcript, "\(SeededGenerator.hint(seed))")
      #expect(again.data == bytes, "\(SeededGenerator.hint(seed))")
      let lineCount = bytes.count { $0 == UInt8(ascii: "\n") }
      #expect(lineCount == transcript.records.count + 1, "\(SeededGenerator.hint(seed))")
    }
  }

  @Test func `every push that is written is read with the same issues`() throws {
    let start = SeededGenerator.startingSeed()
    for seed in start..<start + 300 {
      var random = RandomTranscript(generator: SeededGenerator(seed: seed))
      let transcript = random.transcript()
      let again = try Transcript(transcript.data)
      for (record, reread) in zip(transcript.records, again.records) {
        let issues = record.input.payload?.issues.filter { $0.code != .byteOrderMark }
        #expect(reread.input.payload?.issues == issues, "\(SeededGenerator.hint(seed))")
      }
    }
  }

  @Test func `the random transcripts have every kind`() {
    var random = RandomTranscript(generator: SeededGenerator(seed: 1))
    let inputs = (0..<200).flatMap { _ in random.transcript().records.map(\.input) }
    #expect(Set(inputs.map(\.kind)).count == 16)
  }
}

extension TranscriptInput {
  /// The key of the kind, named here once more so that a new kind has to be made at random too.
  fileprivate var kind: String {
    switch self {
    case .launch: "launch"
    case .app: "app"
    case .page: "page"
    case .overlay: "overlay"
    case .account: "account"
    case .token: "token"
    case .tokenError: "tokenError"
    case .push: "push"
    case .open: "open"
    case .screenshot: "screenshot"
    case .preview: "preview"
    case .unread: "unread"
    case .latest: "latest"
    case .read: "read"
    case .countdown: "countdown"
    case .end: "end"
    }
  }
}
