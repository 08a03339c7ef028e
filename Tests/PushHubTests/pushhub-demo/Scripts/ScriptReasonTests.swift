import PushHub
import Testing

@testable import PushHubReplay
@testable import PushHubScripts

/// Why nothing came of something, as the ready-made features know it.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct ScriptReasonTests {
  private static let signedIn = """
    {"t":0,"account":"alice"}
    {"t":0,"app":"active"}

    """

  @Test(arguments: [
    ("", #""launch":{}"#, "not launched by a tap"),
    ("", #""app":"background""#, "in this phase already"),
    ("", #""app":"active""#, "No page that shows the count"),
    (#"{"t":0,"page":"home","visible":true}"#, #""app":"active""#, "Nobody is signed in"),
    (#"{"t":0,"app":"active"}"#, #""app":"inactive""#, "in the foreground before"),
    (#"{"t":0,"app":"active"}"#, #""app":"background""#, "Going to the background"),
    ("", #""page":"home","visible":true"#, "Nobody is signed in"),
    (#"{"t":0,"account":"alice"}"#, #""page":"home","visible":true"#, "in the background"),
    ("", #""page":"welcome","visible":true"#, "No observer has to do with this page"),
    ("", #""page":"notifications","visible":true"#, "No dot was lit"),
    ("", #""page":"reader","visible":true"#, "once a screenshot is taken"),
    ("", #""page":"home","visible":false"#, "was not visible"),
    (
      #"{"t":0,"page":"home","visible":true}"#, #""page":"home","visible":true"#,
      "visible already"
    ),
    (#"{"t":0,"page":"home","visible":true}"#, #""page":"home","visible":false"#, "time away"),
    ("", #""overlay":true"#, "It only matters to screenshots"),
    ("", #""account":null"#, "Nobody was signed in"),
    ("", #""account":"alice""#, "No page that shows the count is visible"),
    (#"{"t":0,"account":"alice"}"#, #""account":"alice""#, "signed in already"),
    (#"{"t":0,"account":"alice"}"#, #""account":null"#, "nobody is signed in"),
    ("", #""token":"ab""#, "The hub said nothing"),
    (#"{"t":0,"token":"ab"}"#, #""token":"ab""#, "known already"),
    ("", #""push":{"aps":{}}"#, "The hub said nothing"),
    ("", #""preview":"tap""#, "No preview was up"),
    ("", #""unread":3"#, "No request began while this held"),
    ("", #""latest":[]"#, "Nobody is signed in"),
    (#"{"t":0,"account":"alice"}"#, #""latest":[]"#, "nothing unread"),
    (#"{"t":0,"account":"alice"}"#, #""latest":[{"id":"n","order":1}]"#, "counts as read"),
    (#"{"t":0,"account":"alice"}"#, #""latest":{"error":"x"}"#, "made again"),
    ("", #""read":null"#, "no dot to put out"),
    ("", #""countdown":{"running":false}"#, "how the countdowns go on"),
    ("", #""countdown":{"show":["a"]}"#, "no countdown named a"),
    ("", #""countdown":{"add":[{"id":"a","seconds":9}]}"#, "No cell shows it"),
    ("", #""countdown":{"remove":["a"]}"#, "says nothing any more"),
    ("", #""countdown":{"hide":["a"]}"#, "gets no ticks"),
    ("", #""countdown":{}"#, "It changes nothing"),
  ])
  func `a record that nobody answers says why`(before: String, record: String, reason: String)
    async throws
  {
    let report = try await HandMadePlay(before + "\n{\"t\":5,\(record)}").report()
    #expect(try #require(report.marks.last?.why).contains(reason))
  }

  @Test func `a page that appears while the count is fresh says how fresh it is`() async throws {
    let report = try await report(
      ofRecords: Self.signedIn + """
        {"t":1,"page":"home","visible":true}
        {"t":2,"page":"home","visible":false}
        {"t":22.5,"page":"home","visible":true}
        """
    )
    #expect(report.marks.last?.why == "The count is fresh: it was asked for 21.5 s ago.")
  }

  @Test func `what a request under way answers says so`() async throws {
    let report = try await report(
      ofRecords: Self.signedIn + """
        {"t":0,"unread":1,"latency":5}
        {"t":1,"page":"home","visible":true}
        {"t":2,"page":"me","visible":true}
        {"t":3,"push":{"aps":{},"gcm.message_id":"m1"}}
        """
    )
    #expect(report.marks("page").last?.why == "A request is under way, which answers this, too.")
    #expect(report.marks("received").first?.why?.contains("one more was to follow") == true)
  }

  @Test func `a push that nobody asks the server about says why`() async throws {
    let report = try await report(
      ofRecords: #"{"t":0,"push":{"aps":{},"gcm.message_id":"m1"}}"#
    )
    let why = report.marks("received").first?.why
    #expect(why == "Nobody was signed in, so the server was not asked.")
  }

  @Test func `a callback that shows a push again says so`() async throws {
    let report = try await report(
      ofRecords: """
        {"t":0,"push":{"aps":{},"gcm.message_id":"m1"}}
        {"t":1,"push":{"aps":{},"gcm.message_id":"m1"},"via":"present"}
        """
    )
    #expect(report.marks("push").map(\.why) == [nil, nil])
    #expect(report.marks("duplicate").first?.why?.contains("had shown before") == true)
  }

  @Test func `an answer of the server says which request got it first`() async throws {
    let report = try await report(
      ofRecords: Self.signedIn + """
        {"t":0,"unread":1}
        {"t":1,"unread":2}
        {"t":3.5,"page":"home","visible":true}
        """
    )
    let reasons = report.marks("unread").map(\.why)
    #expect(reasons.first == "No request began while this held.")
    #expect(reasons.last??.hasSuffix("begins 2.5 s later.") == true)
  }

  @Test(arguments: [
    (#"{"t":9,"end":{}}"#, "The answer was 0, as is shown already."),
    (#"{"t":2,"end":{}}"#, "The play ended before this had an end."),
    (
      #"{"t":2,"account":"bob"}"#, "The request was given up, since the account changed."
    ),
  ])
  func `a request without an answer says why`(end: String, reason: String) async throws {
    let report = try await report(
      ofRecords: Self.signedIn + """
        {"t":0,"unread":0,"latency":4}
        {"t":1,"page":"home","visible":true}

        """ + end
    )
    #expect(report.marks("sync").first?.why == reason)
  }

  @Test func `a preview says what became of it, unless something came of it`() async throws {
    let report = try await report(
      ofRecords: """
        {"t":0,"app":"active"}
        {"t":0,"page":"reader","visible":true}
        {"t":1,"screenshot":{}}
        {"t":2,"preview":"tap"}
        {"t":10,"screenshot":{}}
        {"t":30,"screenshot":{}}
        {"t":31,"end":{}}
        """
    )
    #expect(report.marks("hidden").map(\.at) == [.seconds(2), .seconds(20)])
    #expect(
      report.marks("preview").filter(\.isTold).map(\.why)
        == ["It was up until something else ended it.", nil, "The play ended while it was up."]
    )
  }

  @Test func `what led to something has no reason to give`() async throws {
    let report = try await report(
      ofRecords: Self.signedIn + """
        {"t":0,"unread":3,"latency":1}
        {"t":0,"page":"home","visible":true}
        {"t":1,"end":{}}
        """
    )
    #expect(report.marks.suffix(3).map(\.kind) == ["page", "sync", "count"])
    #expect(report.marks.suffix(3).map { $0.why == nil } == [true, true, false])
  }
}
