import Foundation
import PushHub
import PushHubBackend
import PushHubNetworking
import PushHubRecorder
import PushHubScripts
import Testing

@testable import TestSupport

struct ServerAnswerTests {
  private static func transcript(_ record: String) throws -> Transcript {
    try Transcript(
      Data("{\"transcript\":1}\n\(record)\n".utf8),
      vocabulary: ReadyMadeScripts.records
    )
  }

  private static var rejected: SourceFailure {
    var failure = SourceFailure(message: "400", retryAfter: .seconds(30))
    failure.isRejected = true
    return failure
  }

  static let answers: [(String, ServerAnswer)] = [
    (#"{"t":0,"registration":"ok"}"#, ServerAnswer(.accepted)),
    (#"{"t":0,"registration":null}"#, ServerAnswer(.noAnswer)),
    (
      #"{"t":0,"registration":"ok","lasts":true,"latency":0.25}"#,
      ServerAnswer(.accepted, lasts: true, latency: .milliseconds(250))
    ),
    (
      #"{"t":0,"registration":{"error":"offline"},"lasts":true}"#,
      ServerAnswer(.failed(SourceFailure(message: "offline")), lasts: true)
    ),
    (
      #"{"t":0,"registration":{"advice":"final","error":"401"}}"#,
      ServerAnswer(.failed(SourceFailure(message: "401", isFinal: true)))
    ),
    (
      #"{"t":0,"registration":{"advice":"rejected","error":"400","retryAfter":30}}"#,
      ServerAnswer(.failed(rejected))
    ),
  ]

  @Test(arguments: answers)
  func `an answer is read, and written as it was`(line: String, answer: ServerAnswer) throws {
    let transcript = try Self.transcript(line)
    let record = transcript.records.first?.input.record(as: RegistrationAnswer.self)
    #expect(record?.answer == answer)
    #expect(String(decoding: transcript.data, as: UTF8.self).hasSuffix("\n\(line)\n"))
  }

  @Test(
    arguments: [
      (#"{"t":0,"registration":"OK"}"#, "must be \"ok\", an object with \"error\", or null"),
      (#"{"t":0,"registration":1}"#, "must be \"ok\", an object with \"error\", or null"),
      (#"{"t":0,"registration":{}}"#, "\"error\" is missing"),
      (#"{"t":0,"registration":{"error":"e","advice":"x"}}"#, "\"final\" or \"rejected\""),
      (#"{"t":0,"registration":{"error":"e","lasts":true}}"#, "\"lasts\" has no place"),
      (#"{"t":0,"registration":"ok","lasts":1}"#, "\"lasts\" in the record must be true or false"),
      (#"{"t":0,"registration":"ok","latency":-1}"#, "\"latency\" must be"),
    ]
  )
  func `a malformed answer is an error that says why`(line: String, message: String) throws {
    let error = #expect(throws: TranscriptError.self) { try Self.transcript(line) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(error?.line == 2)
  }
}
