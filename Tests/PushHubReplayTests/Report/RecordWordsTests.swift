import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import TestSupport

@MainActor
struct RecordMessageTests {
  @Test(arguments: [
    (#""launch":{}"#, "the app is launched"),
    (#""launch":{"push":{"aps":{"alert":"Hi"}}}"#, "the app is launched by a tap on “Hi”"),
    (#""app":"background""#, "the app goes to the background"),
    (#""overlay":false"#, "an overlay is removed"),
    (#""account":null"#, "the user signs out"),
    (#""push":{"aps":{}},"via":"present""#, "push without a text arrives in the foreground"),
    (#""push":{"aps":{"alert":{"loc-key":"K"}}}"#, "push “K” arrives"),
    (#""open":{"aps":{"alert":"Hi"}},"action":"REPLY""#, "the user answers “Hi” with REPLY"),
    (#""open":{"aps":{"alert":"Hi"}},"action":"dismiss""#, "the user dismisses “Hi”"),
    (#""preview":"outside""#, "preview: outside"),
    (#""unread":3,"latency":0.4"#, "unread: 3, latency: 0.4"),
    (#""latest":{"error":"gone"}"#, "latest: error gone"),
    (
      #""countdown":{"add":[{"id":"tea","seconds":3},{"id":"2 eggs","seconds":4}],"show":["tea"]}"#,
      "countdown: add (id tea, seconds 3; id “2 eggs”, seconds 4), show tea"
    ),
    (#""latest":[]"#, "latest: none"),
    (#""read":null"#, "read: none"),
  ])
  func `a record has a message`(record: String, message: String) throws {
    let happening = try #require(try input("{\"t\":0,\(record)}"))
    let replay = try Replay(of: Transcript(), with: ReadyMadeScripts().all)
    var report = Report(
      named: "",
      start: replay.transcript.start,
      features: replay.scripts
    )
    report.begin(TranscriptRecord(time: .zero, input: happening), in: replay)
    #expect(report.marks.map(\.message) == [message])
  }
}
