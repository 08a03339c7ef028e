import Foundation
import Orders
import OrdersScript
import PushHub
import PushHubRecorder
import PushHubReplay
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct OrderAnswerTests {
  private func read(_ record: String) throws(TranscriptError) -> Transcript {
    try Transcript(
      Data("{\"transcript\":1}\n\(record)\n".utf8),
      vocabulary: Replay.records(of: [OrdersScript()])
    )
  }

  @Test(arguments: [
    #"{"t":1,"order":"A-17","status":"preparing"}"#,
    #"{"t":1,"order":"A-17","error":"503"}"#,
    #"{"t":1,"order":"A-17","again":true,"id":"A-18","status":"placed"}"#,
    #"{"t":1,"order":"A-17","again":true,"error":"503"}"#,
  ])
  func `what is read is written alike`(record: String) throws {
    #expect(try read(record).records.first?.jsonLine == record)
  }

  @Test(arguments: [
    (#"{"t":1,"order":17,"status":"placed"}"#, #""order" in the record must be a text"#),
    (#"{"t":1,"order":"A-17"}"#, #""status" is missing in the record"#),
    (
      #"{"t":1,"order":"A-17","status":"placed","error":"503"}"#,
      #""status" has no place in the record"#
    ),
    (#"{"t":1,"order":"A-17","id":"A-18","status":"placed"}"#, #""id" has no place in the record"#),
  ])
  func `mistakes are named`(record: String, mistake: String) throws {
    let error = #expect(throws: TranscriptError.self) { try read(record) }
    #expect(error?.line == 2)
    #expect(error?.message.contains(mistake) == true)
  }
}
