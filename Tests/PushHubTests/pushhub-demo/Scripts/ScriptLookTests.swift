import PushHub
import PushHubObservers
import Testing

@testable import PushHubReplay
@testable import PushHubScripts

/// What went wrong looks like it, and what did not does not.
@MainActor
struct ScriptLookTests {
  @Test(arguments: [
    (#"{"t":1,"unread":3}"#, false),
    (#"{"t":1,"unread":{"error":"503"}}"#, true),
    (#"{"t":1,"latest":[]}"#, false),
    (#"{"t":1,"latest":{"error":"gone"}}"#, true),
    (#"{"t":1,"read":null}"#, false),
    (#"{"t":1,"tokenError":"no connection"}"#, true),
    (#"{"t":1,"countdown":{}}"#, false),
    (#"{"t":1,"preview":"tap"}"#, false),
  ])
  func `a record that tells of a failure is a problem`(record: String, isProblem: Bool) async throws
  {
    let report = try await report(ofRecords: record)
    #expect(try #require(report.marks.first).look.isProblem == isProblem)
  }

  @Test(
    arguments: [
      (.ignored(.overlay), true), (.preview, false), (.edit, false),
      (.failed("no memory."), true), (.hidden(.captureFailed), false),
    ] as [(ScreenshotEvent, Bool)]
  )
  func `what a preview tells is a problem where it is one`(
    event: ScreenshotEvent,
    isProblem: Bool
  ) {
    #expect(event.look.isProblem == isProblem)
  }

  @Test func `a screenshot that could not be captured says why, and got no preview`() {
    let failure = ScreenshotEvent.failed("no memory.")
    #expect(failure.words == "the preview fails: no memory")
    let told = Told(
      time: .seconds(1),
      event: failure,
      speaker: Speaker(name: "screenshot", rank: 4)
    )
    #expect(
      told.json.jsonText
        == #"{"error":"no memory.","event":"failed","from":"screenshot","t":1}"#
    )
    let end = ScreenshotEvent.hidden(.captureFailed)
    #expect(end.words == "the screenshot gets no preview: the page could not be rendered")
    #expect(end.origins != ScreenshotEvent.hidden(.timeout).origins)
  }

  @Test func `a sentence that is told in a clause has no full stop within`() {
    let issue = "aps.badge should be a number and is a string; it is taken as absent"
    #expect(HubEvent.issue(id: "m", issue + ".").words == "push m: \(issue)")
    #expect(HubEvent.tokenError("It was lost.").words == "no device token: It was lost")
  }
}
