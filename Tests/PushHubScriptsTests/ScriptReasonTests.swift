import Foundation
import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import TestSupport
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

  /// The count was asked for at zero, and the app was left since.
  private nonisolated static let fresh =
    alice + #"{"t":0,"app":"active"}"# + "\n" + #"{"t":0,"page":"home","visible":true}"# + "\n"
    + #"{"t":3,"app":"background"}"# + "\n"

  @Test(arguments: [
    ("", #""launch":{}"#, "not launched by a tap"),
    ("", #""app":"background""#, "in this phase already"),
    ("", #""page":"welcome","visible":true"#, "No feature did anything about this page"),
    ("", #""page":"notifications","visible":true"#, "No feature did anything about this page"),
    ("", #""page":"home","visible":false"#, "was not visible"),
    (
      #"{"t":0,"page":"home","visible":true}"#, #""page":"home","visible":true"#,
      "visible already"
    ),
    (
      #"{"t":0,"page":"home","visible":true}"#, #""page":"home","visible":false"#,
      "when a page disappears"
    ),
    ("", #""overlay":true"#, "No feature of this replay"),
    ("", #""account":null"#, "No account was signed in"),
    (#"{"t":0,"account":"alice"}"#, #""account":"alice""#, "signed in already"),
    (known, #""read":{"id":"n2","order":2}"#, "It caused no event then."),
  ])
  func `a record without an answer says why`(before: String, record: String, reason: String)
    async throws
  {
    let report = try await report(ofRecords: before + "\n{\"t\":5,\(record)}")
    #expect(report.marks.contains { $0.why?.contains(reason) == true })
  }

  @Test(arguments: [
    ("", #""app":"active""#, "No account was signed in, so the server was not asked."),
    (#"{"t":0,"account":"alice"}"#, #""app":"active""#, "No page that shows the count"),
    ("", #""page":"home","visible":true"#, "No account was signed in"),
    (
      #"{"t":0,"account":"alice"}"#, #""page":"home","visible":true"#,
      "The app was in the background"
    ),
    (fresh, #""app":"active""#, "The count is fresh: it was asked for 5 s ago."),
    ("", #""account":"alice""#, "No page that shows the count was visible."),
    (#"{"t":0,"account":"alice"}"#, #""account":null"#, "No account was signed in, so"),
  ])
  func `a feature says why it does nothing about a record`(
    before: String,
    record: String,
    reason: String
  ) async throws {
    let report = try await report(ofRecords: before + "\n{\"t\":5,\(record)}")
    let mark = try #require(report.marks.last { !$0.isEvent })
    #expect(mark.why?.contains(reason) == true, "\(mark.why ?? "")")
    #expect(mark.affected.contains { $0.feature == "unread" && $0.reason == mark.why })
  }

  @Test func `a callback that shows a push again says so`() async throws {
    let report = try await report(
      ofRecords: """
        {"t":0,"push":{"aps":{},"gcm.message_id":"m1"}}
        {"t":1,"push":{"aps":{},"gcm.message_id":"m1"},"via":"present"}
        """
    )
    #expect(report.marks("push").map(\.why) == [nil, nil])
    #expect(report.marks("duplicate").first?.why?.contains("earlier callback") == true)
  }

  @Test(arguments: [
    (#"{"t":9,"end":{}}"#, "Nothing more came of it."),
    (#"{"t":2,"end":{}}"#, "The replay ended before this did."),
    (#"{"t":2,"account":"bob"}"#, "Nothing more came of it."),
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

  @Test func `a request for who has signed in lasts until its answer`() async throws {
    let report = try await report(
      ofRecords: Self.signedIn + """
        {"t":0,"unread":2,"latency":4}
        {"t":1,"page":"home","visible":true}
        {"t":2,"account":"bob"}
        {"t":9,"end":{}}
        """
    )
    #expect(report.marks("sync").map(\.until) == [.seconds(2), .seconds(6)])
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
      report.marks("preview").filter(\.isEvent).map { $0.why != nil }
        == [true, false, true]
    )
  }

  @Test(arguments: GoldenFiles.names)
  func `every reason is a sentence, and what happened is a part of one`(name: String) async throws {
    let file = BundledTranscripts.file(named: String(name.dropLast(".jsonl".count)))
    let bytes = try Data(contentsOf: URL(filePath: file))
    let report = try await report(
      of: transcript(bytes),
      named: name
    )
    for mark in report.marks {
      #expect(!mark.message.hasSuffix(".") && !mark.message.isEmpty)
      guard let why = mark.why else { continue }
      #expect(why.hasSuffix(".") && !why.hasSuffix(".."))
      #expect(why.first?.isUppercase == true)
    }
  }
}
