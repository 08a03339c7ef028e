import Foundation
import PushHub
import PushHubRecorder
import Testing

/// How refreshes in the background stand in transcripts.
struct RefreshMomentTests {
  private func transcript(_ record: String) throws -> Transcript {
    try Transcript(Data("{\"transcript\":1}\n\(record)\n".utf8), vocabulary: [RefreshMoment.self])
  }

  @Test func `what is written is read again`() throws {
    for moment in RefreshMoment.allCases {
      let read = try transcript(#"{"t":1,"refresh":"\#(moment.rawValue)"}"#)
      #expect(read.records.map(\.input) == [.feature(moment)])
      let text = String(decoding: read.data, as: UTF8.self)
      #expect(text.contains(#""refresh":"\#(moment.rawValue)""#))
    }
  }

  @Test func `another word is a mistake that says which there are`() {
    let error = #expect(throws: (any Error).self) { try transcript(#"{"t":1,"refresh":"over"}"#) }
    #expect(error.map { "\($0)" }?.contains("\"began\" or \"expired\"") == true)
  }
}
