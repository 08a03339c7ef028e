import Foundation
import Testing

@testable import PushHub
@testable import PushHubRecorder
@testable import TestSupport

/// Values of every kind that are private, in a redacted recording.
struct PrivateValueTests {
  private struct Person: Codable, Hashable {
    struct Home: Codable, Hashable {
      var street = "Secret Lane"
      var number: UInt16 = 221
    }

    var name = "Secret"
    var age: UInt8 = 41
    var home = Home()
    var nicknames = ["secret", "Secret"]
    var isMember = true
    var partner: String?
  }

  private struct Visit: FeatureRecord {
    static let key = "visit"
    @Private var stay = Duration.milliseconds(271_828)
    @Private var short: UInt8 = 201
    @Private var signed: Int8 = -101
    @Private var number: Int32 = -2_071_828_182
    @Private var large: UInt64 = 18_446_744_073_709_551_557
    @Private var ratio: Float = 27.1828
    @Private var weight = 27.182_818_284
    @Private var price: Decimal = 2718.28
    @Private var date = Date(timeIntervalSinceReferenceDate: 27_182_818)
    @Private var key = Data("secret".utf8)
    @Private var bytes: [UInt8] = Array("secret".utf8)
    @Private var page: URL? = URL(string: "https://secret.example.org/secret?secret=secret")
    @Private var person = Person()
    @Private var people = [Person()]
    @Private var scores: [String: UInt8] = ["secret": 202, "Secret": 203]
    @Private var names: [Int: String] = [204_204: "secret"]
    @Private var json: JSONValue = ["secret": "secret"]
  }

  private let redactor = TranscriptRedactor()

  private func line(_ visit: Visit, by other: TranscriptRedactor? = nil) throws -> String {
    try TranscriptRecord(time: .zero, input: .feature(visit)).line(other ?? redactor)
  }

  private func redacted(_ visit: Visit) throws -> Visit {
    let text = try "{\"transcript\":1}\n" + line(visit)
    let transcript = try Transcript(Data(text.utf8), vocabulary: [Visit.self])
    return try #require(transcript.records.first?.input.record())
  }

  @Test func `a private value of any kind is hashed and can be read again`() throws {
    let original = Visit()
    let line = try line(original)
    #expect(!line.lowercased().contains("secret"))
    for number in ["271.8", "271828", "-207182", "1844674407370955", "27.18", "2718.2", "2718281"] {
      #expect(!line.contains(":\(number)"))
    }
    let visit = try redacted(original)
    #expect(visit.stay != original.stay)
    #expect(visit.number != original.number)
    #expect(visit.large != original.large)
    #expect(visit.ratio != original.ratio)
    #expect(visit.weight != original.weight)
    #expect(visit.price != original.price)
    #expect(visit.date != original.date)
    #expect(visit.key != original.key)
    #expect(visit.bytes != original.bytes)
    #expect(visit.page != original.page)
    #expect(visit.person != original.person)
    #expect(visit.people == [visit.person])
    #expect(visit.person.isMember)
    #expect(visit.person.partner == nil)
    #expect(visit.person.nicknames.count == 2)
    #expect(visit.scores.count == 2)
    #expect(visit.names.count == 1)
    // The hash of a byte equals it once in 256 salts.
    let lines = try (0..<16).map { _ in try self.line(original, by: TranscriptRedactor()) }
    for byte in ["\"short\":201,", "\"signed\":-101,"] {
      #expect(lines.contains { !$0.contains(byte) })
    }
  }

  @Test func `the keys of a structure stay, and those of a dictionary don't`() throws {
    let line = try line(Visit())
    for key in ["name", "age", "home", "street", "number", "isMember"] {
      #expect(line.contains("\"\(key)\":"))
    }
    let visit = try redacted(Visit())
    #expect(!visit.scores.keys.contains("secret"))
    #expect(!visit.names.keys.contains(204_204))
  }

  @Test func `equal values have equal hashes, in a record and in a payload`() throws {
    let visit = try redacted(Visit())
    #expect(try redacted(Visit()) == visit)
    #expect(visit.bytes == Array(visit.key))
    #expect(visit.person.nicknames[1] == visit.person.name)
    var other = Visit()
    other.key = Data("secreu".utf8)
    #expect(try redacted(other).key.prefix(5) != visit.key.prefix(5))
    let push = payload(#"{"aps":{},"gcm.message_id":"Secret"}"#)
    let hash = try TestSupport.redacted(push, by: redactor).object["gcm.message_id"]
    #expect(hash?.stringValue == visit.person.name)
  }

  @Test func `nothing of it is hashed where everything stays`() throws {
    let line = try TranscriptRecord(time: .zero, input: .feature(Visit())).line(nil)
    #expect(line.contains(#""key":[115,101,99,114,101,116]"#))
    #expect(line.contains(#""scores":{"Secret":203,"secret":202}"#))
    #expect(line.contains(#""short":201,"#))
  }

  // MARK: - Equality

  private static let values = [
    "2", "2.0", "2e0", "02", "-2", "0", "-0", "0.0", "1.5", "1.50", "15e-1", "100", "1e2", "1E+2",
    "9007199254740992", "9007199254740993", "9007199254740993.0", "1e400", "10e399", "", "a", "A",
    "\u{E9}", "e\u{301}",
  ]

  private func payloads(of value: String) -> [PushPayload] {
    let text = JSONValue.string(value).jsonText
    let payloads = payloads(with: text, isID: true)
    guard JSONNumber(text: value) != nil else { return payloads }
    // No other number is a message id.
    let isID = value.allSatisfy(\.isWholeNumber)
    return payloads + self.payloads(with: value, isID: isID)
  }

  private func payloads(with json: String, isID: Bool) -> [PushPayload] {
    ["k", "_j_msgid"].prefix(isID ? 2 : 1).map { payload(#"{"aps":{},"\#($0)":\#(json)}"#) }
  }

  @Test func `payloads and message ids are equal in the recording exactly as in the hub`() throws {
    let originals = Self.values.flatMap(payloads)
    let redacted = try originals.map { try TestSupport.redacted($0, by: redactor) }
    // The hub compares them by bytes.
    func ids(of payloads: [PushPayload]) -> [[UInt8]?] {
      payloads.map { payload in
        PushIdentification().identity(of: payload).sender.messageID(of: payload).map {
          Array($0.utf8)
        }
      }
    }
    let (originalIDs, redactedIDs) = (ids(of: originals), ids(of: redacted))
    var differences: [String] = []
    for one in originals.indices {
      for other in originals.indices
      where (originals[one] == originals[other]) != (redacted[one] == redacted[other])
        || (originalIDs[one] == originalIDs[other]) != (redactedIDs[one] == redactedIDs[other])
      {
        differences.append("\(originals[one].lineText) and \(originals[other].lineText)")
      }
    }
    #expect(differences == [])
  }
}
