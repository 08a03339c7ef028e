import Foundation
import PushHubScripts
import Testing

@testable import PushHub
@testable import PushHubBackend
@testable import PushHubRecorder
@testable import TestSupport

struct DeviceChangeTests {
  private static func transcript(_ lines: String...) throws -> Transcript {
    let text = (["{\"transcript\":1}"] + lines).joined(separator: "\n")
    return try Transcript(Data("\(text)\n".utf8), vocabulary: ReadyMadeScripts.records)
  }

  private static func change(_ device: String) throws -> DeviceChange? {
    try transcript("{\"t\":0,\"device\":\(device)}").records.first?.input.record()
  }

  @Test(
    arguments: [
      #"{}"#, #"{"permission":"provisional"}"#, #"{"tags":[]}"#,
      #"{"tags":[{"name":"a","value":"1"},{"name":"b","value":""}]}"#,
      #"{"tokens":[{"name":"activities","token":"a1b2"},{"name":"gone","token":null}]}"#,
      #"{"subscribe":["news"],"unsubscribe":["sport"]}"#, #"{"forget":"ann"}"#,
      #"{"refresh":true}"#,
    ]
  )
  func `a change is read, and written as it was`(device: String) throws {
    let transcript = try Self.transcript("{\"t\":0,\"device\":\(device)}")
    let text = String(decoding: transcript.data, as: UTF8.self)
    #expect(text.hasSuffix("{\"t\":0,\"device\":\(device)}\n"))
  }

  @Test(
    arguments: [
      (#""x""#, "\"device\" in the record must be an object"),
      (#"{"permission":"yes"}"#, "\"notDetermined\" or"),
      (#"{"topics":[]}"#, "\"topics\" has no place in \"device\""),
      (#"{"tags":[{"name":"a"}]}"#, "\"value\" is missing"),
      (#"{"tokens":[{"name":"a"}]}"#, "\"token\" is missing"),
      (#"{"subscribe":"news"}"#, "\"subscribe\" in \"device\" must be a list"),
      (#"{"forget":1}"#, "\"forget\" in \"device\" must be a text"),
    ]
  )
  func `a malformed change is an error that says why`(device: String, message: String) {
    let error = #expect(throws: TranscriptError.self) { try Self.change(device) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test func `a redacted change has no text of the original`() throws {
    let redactor = TranscriptRedactor()
    let token = PushToken(text: "my token")
    let change = DeviceChange(
      permission: .authorized,
      tags: [DeviceChange.Tag(name: "my tag", value: "my value")],
      tokens: [
        DeviceChange.Token(name: "my activity", token: token),
        DeviceChange.Token(name: "my end", token: nil),
      ],
      unsubscribe: Private(["my sport"]),
      subscribe: Private(["my news"]),
      forget: Private("my account")
    )
    let redacted = try #require(try redacted(change, by: redactor))
    let line = TranscriptRecord(time: .zero, input: .feature(redacted)).jsonLine
    #expect(!line.contains("my "))
    #expect(redacted.permission == .authorized)
    #expect(redacted.tags?.count == 1)
    #expect(redacted.tokens?.map { $0.token == nil } == [false, true])
    #expect(redacted.unsubscribe?.wrappedValue.count == 1)
    #expect(redacted.subscribe?.wrappedValue.count == 1)
    #expect(redacted.forget != nil)
  }
}
