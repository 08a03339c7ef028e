import Foundation
import PushHub
import PushHubNetworking
import PushHubObservers
import PushHubRecorder
import PushHubScripts
import Testing

struct TranscriptReadingTests {
  @Test func `records are read in the order of the file`() throws {
    let transcript = try transcript(
      """
      {"transcript":1,"start":"2026-01-01T08:00:00Z"}
      {"t":0,"account":"alice"}
      {"t":0.5,"app":"active"}
      {"t":1,"page":"home","visible":true}
      {"t":12.25,"push":{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}}
      """
    )
    #expect(
      transcript.records == [
        TranscriptRecord(time: .zero, input: .account("alice")),
        TranscriptRecord(time: .milliseconds(500), input: .app(.active)),
        TranscriptRecord(time: .seconds(1), input: .page("home", isVisible: true)),
        TranscriptRecord(
          time: .milliseconds(12_250),
          input: .push(try message("m1"), via: .remote, request: nil)
        ),
      ]
    )
  }

  @Test func `each record has the number of its line, whatever is skipped before it`() throws {
    let text =
      "\u{FEFF}# first\r\n\n{\"transcript\":1}\n \t\r\n{\"t\":0,\"launch\":{}}\n#\n\n"
      + "{\"t\":1,\"end\":{}}"
    let bytes = Data(text.utf8)
    #expect(Transcript.recordLines(in: bytes) == [5, 8])
    #expect(try Transcript(bytes, vocabulary: .readyMade).records.count == 2)
    #expect(Transcript.recordLines(in: Data()) == [])
  }

  @Test func `a launch may come from a tap`() throws {
    #expect(try input(#"{"t":0,"launch":{}}"#) == .launch(nil))
    #expect(try input(#"{"t":0,"launch":{"push":{"x":1}}}"#) == .launch(try payload(#"{"x":1}"#)))
  }

  @Test func `a launch may come from an action, with what the user typed`() throws {
    let line =
      #"{"t":0,"launch":{"action":"REPLY","push":{"x":1},"reply":"yes","request":"r"}}"#
    let response = PushResponse(action: .custom("REPLY"), reply: "yes")
    let launch = TranscriptInput.launch(try payload(#"{"x":1}"#), response, request: "r")
    #expect(try input(line) == launch)
    #expect(TranscriptRecord(time: .zero, input: launch).jsonLine == line)
  }

  @Test(arguments: [#"{"t":1,"pu"#, #"{"#, #"{"t":1,"end":{}"#, #"{"t":1,"app":"é"#])
  func `a last line that breaks off is skipped, and its number known`(torn: String) throws {
    let whole = "{\"transcript\":1}\n{\"t\":0,\"launch\":{}}\n"
    var bytes = Data((whole + torn).utf8)
    if torn.hasSuffix("é") { bytes.removeLast() }
    #expect(try Transcript(bytes, vocabulary: .readyMade) == transcript(whole))
    #expect(Transcript.tornLine(in: bytes) == 3)
    #expect(Transcript.recordLines(in: bytes) == [2])
    #expect(Transcript.tornLine(in: Data(whole.utf8)) == nil)
  }

  @Test(
    arguments: [
      #"{"t":1,"en"# + "\n", #"{"t":1,"en"# + "\n{\"t\":2,\"end\":{}}", #"{"t":1,"end":{},}"#,
      #"{"t":1,"end":[]}"#, #"{"t":1}"#, "x",
    ]
  )
  func `any other line that is no record is refused`(rest: String) throws {
    let text = "{\"transcript\":1}\n" + rest
    #expect(transcriptError(text)?.line == 2)
    #expect(Transcript.tornLine(in: Data(text.utf8)) == nil)
  }

  @Test func `a last line without a line end that is whole is read`() throws {
    let bytes = Data("{\"transcript\":1}\n{\"t\":1,\"end\":{}}".utf8)
    #expect(try Transcript(bytes, vocabulary: .readyMade).records.count == 1)
    #expect(Transcript.tornLine(in: bytes) == nil)
  }

  @Test func `a file of nothing but a torn header is refused`() {
    #expect(transcriptError(#"{"transcript":1,"sta"#)?.line == 1)
  }

  @Test(arguments: AppPhase.allCases)
  func `every phase is read`(phase: AppPhase) throws {
    #expect(try input(#"{"t":0,"app":"\#(phase.rawValue)"}"#) == .app(phase))
  }

  @Test(arguments: [true, false])
  func `a page appears or disappears`(isVisible: Bool) throws {
    let line = #"{"t":0,"page":"me","visible":\#(isVisible)}"#
    #expect(try input(line) == .page("me", isVisible: isVisible))
  }

  @Test(arguments: [true, false])
  func `an overlay comes or goes`(isAdded: Bool) throws {
    #expect(try input(#"{"t":0,"overlay":\#(isAdded)}"#) == .overlay(isAdded))
  }

  @Test func `an account is a text, and null signs out`() throws {
    #expect(try input(#"{"t":0,"account":"bob"}"#) == .account("bob"))
    #expect(try input(#"{"t":0,"account":null}"#) == .account(nil))
  }

  @Test func `a token is hexadecimal in either case and of any length`() throws {
    #expect(try input(#"{"t":0,"token":"00fFA1"}"#) == .token(DeviceToken([0, 0xFF, 0xA1])))
    #expect(try input(#"{"t":0,"token":""}"#) == .token(DeviceToken([])))
  }

  @Test func `a failed registration has a text`() throws {
    #expect(try input(#"{"t":0,"tokenError":"no network"}"#) == .tokenError("no network"))
  }

  @Test func `a push comes by the remote channel unless it says otherwise`() throws {
    let content = try payload(#"{"x":1}"#)
    #expect(
      try input(#"{"t":0,"push":{"x":1}}"#) == .push(content, via: .remote, request: nil)
    )
    #expect(
      try input(#"{"t":0,"push":{"x":1},"via":"remote"}"#)
        == .push(content, via: .remote, request: nil)
    )
    #expect(
      try input(#"{"t":0,"push":{"x":1},"via":"present","request":"r"}"#)
        == .push(content, via: .present, request: "r")
    )
  }

  @Test func `an answer is a tap unless it says otherwise`() throws {
    let content = try payload(#"{"x":1}"#)
    #expect(
      try input(#"{"t":0,"open":{"x":1}}"#) == .open(content, PushResponse(), request: nil)
    )
    #expect(
      try input(#"{"t":0,"open":{"x":1},"action":"default"}"#)
        == .open(content, PushResponse(), request: nil)
    )
    #expect(
      try input(#"{"t":0,"open":{"x":1},"action":"dismiss"}"#)
        == .open(content, PushResponse(action: .dismiss), request: nil)
    )
    #expect(
      try input(#"{"t":0,"open":{"x":1},"action":"answer","reply":"Yes","request":"r"}"#)
        == .open(content, PushResponse(action: .custom("answer"), reply: "Yes"), request: "r")
    )
  }

  @Test(
    arguments: [
      "{}", #"{"aps":null}"#, #"{"aps":[1]}"#, #"{"aps":{"badge":"x","alert":7}}"#,
      #"{"a":1,"a":2}"#, #"{"a":"\uD800"}"#, #"{"":{"":[]}}"#, #"{"id":9007199254740993}"#,
    ]
  )
  func `a strange push is read with its issues`(json: String) throws {
    let strange = try payload(json)
    let read = try #require(try input(#"{"t":0,"push":\#(json)}"#)?.payload)
    #expect(read == strange)
    #expect(read.issues == strange.issues)
  }

  @Test func `a screenshot, a touch and the end are read`() throws {
    #expect(try input(#"{"t":0,"screenshot":{}}"#) == .screenshot)
    #expect(try input(#"{"t":0,"preview":"tap"}"#) == .preview(.tap))
    #expect(try input(#"{"t":0,"preview":"outside"}"#) == .preview(.outside))
    #expect(try input(#"{"t":0,"end":{}}"#) == .end)
  }

  @Test(arguments: [("0", 0), ("-0", 0), ("7", 7), ("1e0", 1), ("2.0", 2), ("3e2", 300)])
  func `an unread count is a whole number however it is written`(text: String, count: Int) throws {
    #expect(
      try input(#"{"t":0,"unread":\#(text)}"#)
        == .unread(UnreadAnswer(result: .success(count)))
    )
  }

  @Test func `the unread server may be slow and may fail`() throws {
    #expect(
      try input(#"{"t":0,"unread":3,"latency":0.25}"#)
        == .unread(
          UnreadAnswer(result: .success(3), latency: .milliseconds(250))
        )
    )
    #expect(
      try input(#"{"t":0,"unread":{"error":"busy","retryAfter":30},"latency":2}"#)
        == .unread(
          UnreadAnswer(
            result: .failure(
              ScriptedError(message: "busy", retryAfter: .seconds(30))
            ),
            latency: .seconds(2)
          )
        )
    )
    #expect(
      try input(#"{"t":0,"unread":{"error":"gone"}}"#)
        == .unread(
          UnreadAnswer(
            result: .failure(ScriptedError(message: "gone"))
          )
        )
    )
  }

  @Test func `a listener reports a list, an empty one or an error`() throws {
    #expect(try input(#"{"t":0,"latest":[]}"#) == .latest(.success([])))
    #expect(
      try input(#"{"t":0,"latest":[{"id":"a","order":-1.5},{"order":9007199254740993,"id":""}]}"#)
        == .latest(
          .success([
            NotificationCursor(order: try #require(JSONNumber(-1.5)), id: "a"),
            NotificationCursor(order: 9_007_199_254_740_993, id: ""),
          ])
        )
    )
    #expect(
      try input(#"{"t":0,"latest":{"error":"cut"}}"#)
        == .latest(.failure(ScriptedError(message: "cut")))
    )
  }

  @Test func `reading goes up to a notification, or up to the newest`() throws {
    #expect(
      try input(#"{"t":0,"read":{"id":"a","order":1}}"#)
        == .read(NotificationCursor(order: 1, id: "a"))
    )
    #expect(try input(#"{"t":0,"read":null}"#) == .read(nil))
  }

  @Test func `a countdown changes nothing, one thing or everything`() throws {
    var change = CountdownChange()
    #expect(try input(#"{"t":0,"countdown":{}}"#) == .countdown(change))
    change.isRunning = false
    #expect(try input(#"{"t":0,"countdown":{"running":false}}"#) == .countdown(change))
    change.background = .pauses
    change.removed = ["a"]
    change.added = [CountdownChange.Model(id: "b", duration: .milliseconds(1500))]
    change.hidden = ["c", "d"]
    change.shown = ["b", "b"]
    #expect(
      try input(
        #"{"t":0,"countdown":{"show":["b","b"],"hide":["c","d"],"add":[{"id":"b","seconds":1.5}],"#
          + #""remove":["a"],"running":false,"background":"pauses"}}"#
      ) == .countdown(change)
    )
  }

  @Test func `a countdown may have no time left, or less`() throws {
    var change = CountdownChange()
    change.added = [
      CountdownChange.Model(id: "a", duration: .zero),
      CountdownChange.Model(id: "b", duration: .milliseconds(-500)),
    ]
    let line = #"{"t":0,"countdown":{"add":[{"id":"a","seconds":0},{"id":"b","seconds":-0.5}]}}"#
    #expect(try input(line) == .countdown(change))
  }

  @Test func `records after the end are read too`() throws {
    let text = """
      {"transcript":1}
      {"t":1,"end":{}}
      {"t":2,"screenshot":{}}
      """
    #expect(try transcript(text).records.map(\.input) == [.end, .screenshot])
    #expect(transcriptError(text + "\n{\"t\":1,\"screenshot\":{}}")?.line == 4)
  }
}
