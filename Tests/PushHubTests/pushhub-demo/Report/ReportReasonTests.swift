import PushHub
import Testing

@testable import pushhub_demo

/// Why nothing came of something.
@Suite(.timeLimit(.minutes(5)))
struct ReportReasonTests {
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
    throws
  {
    let report = try HandMadePlay(before + "\n{\"t\":5,\(record)}").report()
    #expect(try #require(report.marks.last?.why).contains(reason))
  }

  @Test func `a page that appears while the count is fresh says how fresh it is`() throws {
    var play = try HandMadePlay(
      Self.signedIn + """
        {"t":1,"page":"home","visible":true}
        {"t":2,"page":"home","visible":false}
        {"t":22.5,"page":"home","visible":true}
        """
    )
    play.record()
    play.record()
    play.record(.sync("firstAppearance"))
    #expect(play.report().marks.last?.why == "The count is fresh: it was asked for 21.5 s ago.")
  }

  @Test func `what a request under way answers says so`() throws {
    var play = try HandMadePlay(
      Self.signedIn + """
        {"t":0,"unread":1,"latency":5}
        {"t":1,"page":"home","visible":true}
        {"t":2,"page":"me","visible":true}
        {"t":3,"push":{"aps":{},"gcm.message_id":"m1"}}
        """
    )
    for _ in 0..<3 {
      play.record()
    }
    play.record(.sync("firstAppearance"))
    play.record()
    play.record(.hub("received", "m1"))
    let report = play.report()
    #expect(report.marks("page").last?.why == "A request is under way, which answers this, too.")
    #expect(report.marks("received").first?.why?.contains("one more was to follow") == true)
  }

  @Test func `a push that nobody asks the server about says why`() throws {
    var play = try HandMadePlay(#"{"t":0,"push":{"aps":{},"gcm.message_id":"m1"}}"#)
    play.record(.hub("received", "m1"))
    let why = play.report().marks("received").first?.why
    #expect(why == "Nobody was signed in, so the server was not asked.")
  }

  @Test func `a callback that shows a push again says so`() throws {
    var play = try HandMadePlay(#"{"t":0,"push":{"aps":{},"gcm.message_id":"m1"}}"#)
    play.record(.hub("duplicate", "m1"))
    let report = play.report()
    #expect(report.marks("push").first?.why == nil)
    #expect(report.marks("duplicate").first?.why?.contains("had shown before") == true)
  }

  @Test func `an answer of the server says which request got it first`() throws {
    var play = try HandMadePlay(
      """
      {"t":0,"unread":1}
      {"t":1,"unread":2}
      {"t":3.5,"page":"home","visible":true}
      """
    )
    play.record()
    play.record()
    play.record(.sync("firstAppearance"))
    let reasons = play.report().marks("unread").map(\.why)
    #expect(reasons.first == "No request began while this held.")
    #expect(reasons.last??.hasSuffix("begins 2.5 s later.") == true)
  }

  @Test(arguments: [
    (#"{"t":9,"end":{}}"#, "The answer was 7, as is shown already."),
    (#"{"t":2,"end":{}}"#, "The play ended before the answer came."),
    (#"{"t":2,"account":"bob"}"#, "The request was given up, since the account changed."),
  ])
  func `a request without an answer says why`(end: String, reason: String) throws {
    var play = try HandMadePlay(
      """
      {"t":0,"unread":7,"latency":4}
      {"t":1,"page":"home","visible":true}

      """ + end
    )
    play.record()
    play.record(.sync("firstAppearance"))
    #expect(play.report().marks("sync").first?.why == reason)
  }

  @Test func `a preview says what became of it, unless something came of it`() throws {
    var play = try HandMadePlay(
      """
      {"t":0,"screenshot":{}}
      {"t":1,"preview":"tap"}
      {"t":2,"screenshot":{}}
      {"t":3,"screenshot":{}}
      {"t":99,"end":{}}
      """
    )
    play.record(.screenshot("preview"))
    play.record(.screenshot("edit"), .screenshot("hidden", "edit"))
    play.record(.screenshot("preview"))
    play.timer(2.5, .screenshot("hidden", "timeout"))
    play.record(.screenshot("preview"))
    let reasons = play.report().marks("preview").filter { $0.source == .line(.screenshot) }
    #expect(
      reasons.map(\.why)
        == ["It was up until something else ended it.", nil, "The play ended while it was up."]
    )
  }

  @Test func `what led to something has no reason to give`() throws {
    var play = try HandMadePlay(#"{"t":0,"page":"home","visible":true}"#)
    play.record(.sync("firstAppearance"))
    play.timer(0, .count(3))
    let report = play.report()
    #expect(report.marks.map { $0.why == nil } == [true, true, false])
  }
}
