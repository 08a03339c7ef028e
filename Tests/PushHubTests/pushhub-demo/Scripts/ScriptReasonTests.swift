import Foundation
import PushHub
import PushHubObservers
import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import pushhub_demo

/// Why nothing came of something, as the ready-made features know it.
@MainActor
struct ScriptReasonTests {
  private static let signedIn = """
    {"t":0,"account":"alice"}
    {"t":0,"app":"active"}

    """

  private nonisolated static let alice = #"{"t":0,"account":"alice"}"# + "\n"

  /// Everything is read.
  private nonisolated static let known =
    alice + #"{"t":0,"latest":[{"id":"n2","order":2}]}"# + "\n"

  /// The dot is lit.
  private nonisolated static let unread =
    alice + #"{"t":0,"latest":[{"id":"n1","order":1}]}"# + "\n"
    + #"{"t":0,"latest":[{"id":"n3","order":3}]}"# + "\n"

  /// The server has failed, and wants to be left alone.
  private nonisolated static let failing =
    alice + #"{"t":0,"app":"active"}"# + "\n"
    + #"{"t":0,"unread":{"error":"503","retryAfter":30}}"# + "\n"
    + #"{"t":1,"page":"home","visible":true}"# + "\n"

  @Test(arguments: [
    ("", #""launch":{}"#, "not launched by a tap"),
    ("", #""app":"background""#, "in this phase already"),
    ("", #""app":"active""#, "No page that shows the count"),
    (#"{"t":0,"page":"home","visible":true}"#, #""app":"active""#, "Nobody is signed in"),
    (#"{"t":0,"app":"active"}"#, #""app":"inactive""#, "in the foreground before"),
    (#"{"t":0,"app":"active"}"#, #""app":"background""#, "goes to the background"),
    ("", #""page":"home","visible":true"#, "Nobody is signed in"),
    (#"{"t":0,"account":"alice"}"#, #""page":"home","visible":true"#, "in the background"),
    ("", #""page":"welcome","visible":true"#, "No feature has to do with this page"),
    ("", #""page":"notifications","visible":true"#, "No dot was lit"),
    ("", #""page":"reader","visible":true"#, "once a screenshot is taken"),
    ("", #""page":"home","visible":false"#, "was not visible"),
    (
      #"{"t":0,"page":"home","visible":true}"#, #""page":"home","visible":true"#,
      "visible already"
    ),
    (#"{"t":0,"page":"home","visible":true}"#, #""page":"home","visible":false"#, "away from it"),
    ("", #""overlay":true"#, "It only matters to screenshots"),
    ("", #""account":null"#, "Nobody was signed in"),
    ("", #""account":"alice""#, "No page that shows the count is visible"),
    (#"{"t":0,"account":"alice"}"#, #""account":"alice""#, "signed in already"),
    (#"{"t":0,"account":"alice"}"#, #""account":null"#, "nobody is signed in"),
    ("", #""token":"ab""#, "The notification manager told nobody"),
    (#"{"t":0,"token":"ab"}"#, #""token":"ab""#, "known already"),
    ("", #""push":{"aps":{}}"#, "The notification manager told nobody"),
    ("", #""preview":"tap""#, "No preview was up"),
    ("", #""unread":3"#, "Nobody asked the server while it answered so"),
    ("", #""latest":[]"#, "Nobody is signed in"),
    (#"{"t":0,"account":"alice"}"#, #""latest":[]"#, "nothing unread"),
    (#"{"t":0,"account":"alice"}"#, #""latest":[{"id":"n","order":1}]"#, "counts as read"),
    (#"{"t":0,"account":"alice"}"#, #""latest":{"error":"x"}"#, "begins again after a while"),
    ("", #""read":null"#, "Nobody is signed in who could"),
    (alice, #""read":null"#, "No notification is known yet"),
    (known, #""read":{"id":"n2","order":2}"#, "was read before"),
    (known, #""read":{"id":"n3","order":3}"#, "no dot to put out"),
    (unread, #""read":{"id":"n2","order":2}"#, "There is a newer notification"),
    (unread, #""page":"notifications","visible":true"#, "The app is not active"),
    (
      unread + #"{"t":1,"app":"active"}"# + "\n" + #"{"t":1,"overlay":true}"#,
      #""page":"notifications","visible":true"#, "Something covers the list"
    ),
    (
      known + #"{"t":1,"account":null}"# + "\n" + #"{"t":1,"account":"alice"}"#,
      #""latest":[{"id":"n2","order":2}]"#, "stays as it was"
    ),
    (alice + #"{"t":5,"latest":{"error":"x"}}"#, #""latest":[]"#, "has not begun again"),
    (
      #"{"t":0,"page":"home","visible":true}"#, #""account":"alice""#,
      "The app is in the background"
    ),
    (
      failing + #"{"t":4,"page":"home","visible":false}"#, #""page":"home","visible":true"#,
      "The last request failed"
    ),
    ("", #""countdown":{"running":false}"#, "how the countdowns go on"),
    ("", #""countdown":{"show":["a"]}"#, "no countdown named a"),
    ("", #""countdown":{"add":[{"id":"a","seconds":9}]}"#, "No cell shows what was added"),
    ("", #""countdown":{"remove":["a"]}"#, "does not end any more"),
    ("", #""countdown":{"hide":["a"]}"#, "shows no times any more"),
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

  @Test func `a push while the server wants to be left alone says so`() async throws {
    let report = try await report(
      ofRecords: Self.failing + #"{"t":3,"push":{"aps":{},"gcm.message_id":"m1"}}"#
    )
    let why = report.marks("received").first?.why
    #expect(why == "The server wanted to be left alone, and is asked when that is over.")
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
    #expect(reasons.first == "Nobody asked the server while it answered so.")
    #expect(reasons.last??.hasSuffix("begins 2.5 s later.") == true)
  }

  @Test(arguments: [
    (#"{"t":9,"end":{}}"#, "The answer was 0, which changes nothing that is shown."),
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

  @Test(arguments: ExplainedScriptTests.names)
  func `every reason is a sentence, and what happened is a part of one`(name: String) async throws {
    let bytes = try Data(contentsOf: URL(filePath: BundledTranscripts.file(named: name).path))
    let report = try await report(of: Transcript(bytes, vocabulary: .readyMade), named: name)
    for mark in report.marks {
      #expect(!mark.words.hasSuffix(".") && !mark.words.isEmpty)
      guard let why = mark.why else { continue }
      #expect(why.hasSuffix(".") && !why.hasSuffix(".."))
      #expect(why.first?.isUppercase == true)
    }
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
