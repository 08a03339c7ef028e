import PushHub
import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import PushHubScripts

@MainActor
struct RecordWordsTests {
  @Test(arguments: [
    (#""launch":{}"#, "the app is launched"),
    (#""launch":{"push":{"aps":{"alert":"Hi"}}}"#, "the app is launched by a tap on “Hi”"),
    (#""app":"background""#, "the app goes to the background"),
    (#""overlay":false"#, "what covered the page is gone"),
    (#""account":null"#, "the user signs out"),
    (#""push":{"aps":{}},"via":"present""#, "push without a text arrives in the foreground"),
    (#""push":{"aps":{"alert":{"loc-key":"K"}}}"#, "push “K” arrives"),
    (#""open":{"aps":{"alert":"Hi"}},"action":"REPLY""#, "the user answers “Hi” with REPLY"),
    (#""open":{"aps":{"alert":"Hi"}},"action":"dismiss""#, "the user dismisses “Hi”"),
    (#""preview":"outside""#, "the user touches beside the preview"),
    (#""unread":3,"latency":0.4"#, "from now on the server answers 3, 0.4 s after it is asked"),
    (#""unread":{"error":"503"}"#, "from now on the server fails: 503"),
    (#""latest":[]"#, "the listener reports an empty list"),
    (#""latest":{"error":"gone"}"#, "the listener fails: gone"),
    (#""read":{"id":"n1","order":1}"#, "everything up to n1 is read"),
    (
      #""countdown":{"add":[{"id":"a","seconds":90}],"hide":["b"],"background":"pauses"}"#,
      "the app lets countdowns pause in the background; adds the countdown a of 1 min 30 s; "
        + "hides the cell b"
    ),
    (#""countdown":{}"#, "the app changes no countdown"),
  ])
  func `records are told in words`(record: String, message: String) throws {
    let happening = try #require(try input("{\"t\":0,\(record)}"))
    let replay = try Replay(of: Transcript(), with: ReadyMadeScripts().all)
    var report = Report(
      named: "",
      start: replay.transcript.start,
      features: replay.app.scripts
    )
    report.begin(TranscriptRecord(time: .zero, input: happening), in: replay.app)
    #expect(report.marks.map(\.message) == [message])
  }
}
