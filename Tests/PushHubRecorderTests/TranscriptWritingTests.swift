import PushHub
import PushHubRecorder
import Testing

@testable import TestSupport

struct TranscriptWritingTests {
  /// Records as they are written, one of each kind and more where there is more to say.
  static let lines = [
    #"{"t":0,"launch":{}}"#,
    #"{"t":0,"launch":{"push":{"aps":{"alert":"Hi"},"a":1}}}"#,
    #"{"t":0,"launch":{"action":"REPLY","push":{},"reply":"yes","request":"r"}}"#,
    #"{"t":0.5,"app":"inactive"}"#,
    #"{"t":1,"page":"home","visible":false}"#,
    #"{"t":1,"overlay":true}"#,
    #"{"t":1,"account":"alice"}"#,
    #"{"t":1,"account":null}"#,
    #"{"t":1,"accounts":["alice","bob"],"shown":"bob"}"#,
    #"{"t":1,"accounts":["alice","bob"],"shown":null}"#,
    #"{"t":1,"accounts":["alice"],"shown":null}"#,
    #"{"t":1.000000001,"token":"00ffa1"}"#,
    #"{"t":1,"tokenError":"a\u000a\"b\"\\"}"#,
    #"{"t":1,"push":{"z":1,"a":[1.0,1e2,9007199254740993]}}"#,
    #"{"t":1,"push":{},"via":"present","request":"r"}"#,
    #"{"t":1,"open":{}}"#,
    #"{"t":1,"open":{},"action":"dismiss"}"#,
    #"{"t":1,"open":{},"action":"answer","reply":"Yes","request":"r"}"#,
    #"{"t":1,"screenshot":{}}"#,
    #"{"t":1,"preview":"outside"}"#,
    #"{"t":1,"unread":3}"#,
    #"{"t":1,"unread":{"error":"busy","retryAfter":0.25},"latency":2}"#,
    #"{"t":1,"latest":[{"id":"a","order":1.50}]}"#,
    #"{"t":1,"latest":{"error":"cut"}}"#,
    #"{"t":1,"read":{"id":"a","order":9007199254740993}}"#,
    #"{"t":1,"read":null}"#,
    #"{"t":1,"countdown":{}}"#,
    #"{"t":1,"countdown":{"add":[{"id":"a","seconds":-0.5}],"background":"pauses","hide":["b"],"#
      + #""remove":["c"],"running":true,"show":["d"]}}"#,
    #"{"t":86400,"end":{}}"#,
  ]

  @Test(arguments: lines)
  func `a record is written as one line, the time and the kind first`(line: String) throws {
    let record = try #require(try transcript("{\"transcript\":1}\n" + line).records.first)
    #expect(record.jsonLine == line)
  }

  @Test func `what the format has by default isn't written`() throws {
    let push = #"{"request":"r","via":"remote","push":{},"t":1.50}"#
    let open = #"{"action":"default","open":{},"t":2e0}"#
    let unread = #"{"latency":0,"unread":1.0,"t":2}"#
    let records = try transcript("{\"transcript\":1}\n\(push)\n\(open)\n\(unread)").records
    #expect(
      records.map(\.jsonLine) == [
        #"{"t":1.5,"push":{},"request":"r"}"#,
        #"{"t":2,"open":{}}"#,
        #"{"t":2,"unread":1}"#,
      ]
    )
  }

  @Test(
    arguments: [
      (#"{"transcript":1}"#, #"{"transcript":1,"start":"2026-01-01T00:00:00Z"}"#),
      (
        #"{"transcript":1,"start":"2026-01-01T08:00:00.250+08:00","list":"notifications"}"#,
        #"{"transcript":1,"start":"2026-01-01T00:00:00.250Z"}"#
      ),
      (
        #"{"screenshots":"c","list":"b","tracked":[],"start":"2026-01-01T00:00:00Z","transcript":1}"#,
        #"{"transcript":1,"start":"2026-01-01T00:00:00Z","list":"b","screenshots":"c","tracked":[]}"#
      ),
      (
        #"{"transcript":1,"tracked":["me","home"]}"#,
        #"{"transcript":1,"start":"2026-01-01T00:00:00Z","tracked":["me","home"]}"#
      ),
    ]
  )
  func `a header is written with its start and what isn't default`(
    line: String,
    written: String
  ) throws {
    #expect(try transcript(line).headerLine == written)
  }

  @Test(
    arguments: [
      ("2026-01-01T08:00:00.1Z", "2026-01-01T08:00:00.100Z"),
      ("2026-01-01T08:00:00.123456Z", "2026-01-01T08:00:00.123Z"),
      ("2026-01-01T08:00:00.9999Z", "2026-01-01T08:00:01Z"),
      ("1969-12-31T23:59:59.75Z", "1969-12-31T23:59:59.750Z"),
      ("1500-03-01T00:00:00Z", "1500-03-01T00:00:00Z"),
      ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
      ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
    ]
  )
  func `a start is written to the millisecond`(text: String, written: String) throws {
    let transcript = try transcript("{\"transcript\":1,\"start\":\"\(text)\"}")
    #expect(transcript.headerLine == "{\"transcript\":1,\"start\":\"\(written)\"}")
  }

  @Test func `a payload is written as it came, in one line`() {
    let json =
      "\u{FEFF}{ \"b\" : \"a \\\" \\\\\" ,\r\n\t\"a\":[ 1.0 ,{ } ], \"a\":\"\\uD800 é\" }\n"
    let record = TranscriptRecord(
      time: .zero,
      input: .push(payload(json), via: .remote)
    )
    #expect(
      record.jsonLine == #"{"t":0,"push":{"b":"a \" \\","a":[1.0,{}],"a":"\uD800 é"}}"#
    )
  }

  @Test(arguments: [0, 1, 2])
  func `a payload of the deepest nesting is written and read`(kind: Int) throws {
    let depth = PushPayload.maximumDepth - 2
    let deep = payload(
      String(repeating: "{\"a\":", count: depth - 1) + "{}"
        + String(repeating: "}", count: depth - 1)
    )
    let inputs: [TranscriptInput] = [
      .launch(deep), .push(deep, via: .remote),
      .open(deep, PushResponse()),
    ]
    let record = TranscriptRecord(time: .zero, input: inputs[kind])
    #expect(try input(record.jsonLine) == inputs[kind])
  }

  @Test func `a payload nested deeper than any is refused`() {
    let depth = PushPayload.maximumDepth
    let json =
      String(repeating: "{\"a\":", count: depth) + "{}" + String(repeating: "}", count: depth)
    #expect(mistake("{\"t\":0,\"push\":\(json)}")?.contains("nested too deeply") == true)
    let brackets = String(repeating: "[", count: 100_000)
    #expect(
      mistake("{\"t\":0,\"push\":\(brackets)")?.contains("nested too deeply") == true
    )
  }
}
