import Foundation
import PushHub
import Testing

@testable import PushHubRecorder
@testable import TestSupport

/// What a redacted recording has in place of a feature's private values.
struct PrivateRecordTests {
  /// A choice of a value in payloads, such as `["gift"] == "true"`.
  private struct Choice: FeatureRecord {
    static let key = "choice"
    @Private var name: String
    @Private var value: String

    init(name: String, value: String) {
      _name = Private(name, .payloadKey)
      _value = Private(value, .payloadValue(at: [name]))
    }
  }

  private struct Reading: FeatureRecord {
    static let key = "reading"
    var levels: Levels
  }

  /// Numbers, some of which are missing.
  private struct Levels: Codable, Hashable {
    var values: [Int?] = []

    init(_ values: Int?...) { self.values = values }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd {
        values.append(try container.decodeNil() ? nil : container.decode(Int.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for value in values {
        if let value { try container.encode(value) } else { try container.encodeNil() }
      }
    }
  }

  private let redactor = TranscriptRedactor()

  private func redacted(_ input: TranscriptInput) throws -> PushPayload.Node {
    let line = try TranscriptRecord(time: .zero, input: input).line(redactor)
    return try PushPayload(json: line.utf8).root
  }

  private func redacted(_ payload: String) throws -> PushPayload.Node {
    let payload = TestSupport.payload(payload)
    return try #require(
      redacted(.push(payload, via: .remote))["push"]
    )
  }

  // MARK: - Values of payloads

  @Test(arguments: ["true", "false"])
  func `the text of a Boolean stays in a record, as in payloads`(
    text: String
  ) throws {
    let record = try redacted(.feature(Choice(name: "gift", value: text)))
    #expect(record["choice"]?["value"]?.stringValue == text)
  }

  @Test func `a key in a record has the hash that it has in payloads`() throws {
    let push = try redacted(#"{"aps":{},"secret":1}"#)
    let key = try #require(push.keys.first { $0 != "aps" })
    let record = try redacted(.feature(Choice(name: "secret", value: "a")))
    #expect(record["choice"]?["name"]?.stringValue == key)
    #expect(key.hasPrefix("#"))
  }

  @Test func `a key that a feature reads stays in a record as it does in payloads`() throws {
    var redactor = TranscriptRedactor()
    redactor.keys.insert("gift")
    let choice = TranscriptInput.feature(Choice(name: "gift", value: "true"))
    let line = try TranscriptRecord(time: .zero, input: choice).line(redactor)
    #expect(line == #"{"t":0,"choice":{"name":"gift","value":"true"}}"#)
  }

  @Test func `a sender's word in aps is hashed, since no sender looks for it there`() throws {
    let push = try redacted(#"{"aps":{"_sid":"SFMC"},"_sid":"SFMC"}"#)
    #expect(push["_sid"]?.stringValue == "SFMC")
    #expect(push["aps"]?["_sid"]?.stringValue?.hasPrefix("#") == true)
  }

  // MARK: - Equality

  @Test func `an identifier has one hash as a number and as a text`() throws {
    let number = try redacted(#"{"aps":{},"_j_msgid":4711}"#)["_j_msgid"]
    let text = try redacted(#"{"aps":{},"_j_msgid":"4711"}"#)["_j_msgid"]
    #expect(number?.numberValue?.text == text?.stringValue)
    #expect(text?.stringValue != "4711")
  }

  @Test(arguments: ["7.0", "7e0", "70e-1"])
  func `numbers of one value have one hash, since payloads with them are equal`(
    spelling: String
  ) throws {
    let number = try redacted(#"{"aps":{"custom":7}}"#)["aps"]?.value
    #expect(try redacted(#"{"aps":{"custom":\#(spelling)}}"#)["aps"]?.value == number)
  }

  // MARK: - Lists

  @Test func `nil in a list keeps its place`() throws {
    let record = Reading(levels: Levels(1, nil, 2))
    let line = try TranscriptRecord(time: .zero, input: .feature(record)).line(nil)
    #expect(line.contains(#""levels":[1,null,2]"#))
    let file = Data("{\"transcript\":1}\n\(line)".utf8)
    let read = try Transcript(file, vocabulary: [Reading.self])
    #expect(read.records.map(\.input) == [.feature(record)])
  }
}
