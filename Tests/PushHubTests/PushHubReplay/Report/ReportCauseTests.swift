import PushHub
import PushHubObservers
import Testing

@testable import PushHubReplay
@testable import PushHubScripts

@MainActor
struct ReportCauseTests {
  @Test func `what is said in a record's step came of the record`() async throws {
    var play = try HandMadePlay(
      """
      {"t":0,"account":"alice"}
      {"t":1,"push":{"aps":{},"gcm.message_id":"m1"}}
      """
    )
    await play.record()
    await play.record(.received("m1"), .sync(.push))
    let report = await play.report()
    #expect(report.causes(of: "received") == ["push"])
    #expect(report.causes(of: "push") == [nil])
  }

  @Test func `what is said in a record's step comes of what was said before it there`() async throws
  {
    var play = try HandMadePlay(
      """
      {"t":0,"account":"alice"}
      {"t":1,"push":{"aps":{},"gcm.message_id":"m1"}}
      {"t":2,"account":"bob"}
      """
    )
    await play.record()
    await play.record(.received("m1"), .sync(.push), .count(2))
    await play.record(.count(0), .sync(.account), .count(1))
    let report = await play.report()
    #expect(report.causes(of: "sync") == ["received", "account"])
    #expect(report.causes(of: "count") == ["sync", "account", "sync"])
    #expect(report.marks.allSatisfy { $0.cause.map { report.marks[$0].at } ?? $0.at == $0.at })
  }

  @Test func `a countdown that is there already came of the record that added it`() async throws {
    var play = try HandMadePlay(
      """
      {"t":0,"countdown":{"add":[{"id":"a","seconds":9}],"show":["a"]}}
      {"t":1,"countdown":{"add":[{"id":"a","seconds":9}],"show":["a"]}}
      {"t":2,"countdown":{"remove":["a"],"hide":["a"]}}
      {"t":3,"countdown":{"add":[{"id":"a","seconds":9}]}}
      """
    )
    await play.record()
    await play.record()
    play.timer(1.5, .tick("a", 7))
    await play.record()
    await play.record()
    play.timer(12, .expired("a"))
    let report = await play.report()
    #expect(report.marks("tick").map(\.cause) == [0])
    #expect(report.marks("expired").map(\.cause) == [4])
  }

  @Test func `an answer came of the latest request`() async throws {
    var play = try HandMadePlay(#"{"t":0,"page":"home","visible":true}"#)
    await play.record(.sync(.firstAppearance))
    play.timer(1, .failed("offline"))
    play.timer(2, .sync(.retry))
    play.timer(3, .count(4))
    let report = await play.report()
    #expect(report.causes(of: "failed") == ["sync"])
    #expect(report.marks("count").first?.cause == 3)
    #expect(report.marks[3].kind == "sync")
  }

  @Test(
    arguments: [(.retry, "failed"), (.interval, "sync"), (.push, "received")]
      as [(UnreadSyncReason, String)]
  )
  func `a request of a timer came of what its reason says`(
    reason: UnreadSyncReason,
    cause: String
  ) async throws {
    var play = try HandMadePlay(#"{"t":0,"push":{"aps":{},"gcm.message_id":"m1"}}"#)
    await play.record(.received("m1"), .sync(.push))
    play.timer(1, .failed("offline"))
    play.timer(2, .sync(reason))
    let report = await play.report()
    #expect(report.causes(of: "sync") == ["received", cause])
  }

  @Test func `a tick came of the record that showed it, an end of the one that added it`()
    async throws
  {
    var play = try HandMadePlay(
      """
      {"t":0,"countdown":{"add":[{"id":"a","seconds":3}]}}
      {"t":1,"countdown":{"show":["a"]}}
      {"t":1,"countdown":{"show":["b"]}}
      """
    )
    for _ in 0..<3 {
      await play.record()
    }
    play.timer(2, .tick("a", 1))
    play.timer(3, .expired("a"))
    let report = await play.report()
    #expect(report.marks("tick").map(\.cause) == [1])
    #expect(report.marks("expired").map(\.cause) == [0])
  }

  @Test(arguments: [
    #"{"t":1,"latest":[{"id":"n1","order":1}]}"#, #"{"t":1,"read":null}"#,
    #"{"t":1,"page":"notifications","visible":true}"#,
  ])
  func `a dot came of the latest thing that can light it or put it out`(record: String)
    async throws
  {
    var play = try HandMadePlay("{\"t\":0,\"latest\":[]}\n\(record)\n{\"t\":1,\"app\":\"active\"}")
    for _ in 0..<3 {
      await play.record()
    }
    play.timer(2, .dot("notifications", true))
    let report = await play.report()
    #expect(report.marks("dot").map(\.cause) == [1])
  }

  @Test func `a preview that goes by itself came of its being shown`() async throws {
    var play = try HandMadePlay(#"{"t":0,"screenshot":{}}"#)
    await play.record()
    play.timer(0.1, .screenshot(.preview))
    play.timer(10.1, .screenshot(.hidden(.timeout)))
    let report = await play.report()
    #expect(report.causes(of: "preview") == ["screenshot"])
    #expect(report.causes(of: "hidden") == ["preview"])
  }

  @Test func `what nothing before can have caused has no cause`() async throws {
    var play = try HandMadePlay(#"{"t":0,"app":"active"}"#)
    play.timer(
      0,
      .received("m1"),
      .count(1),
      .sync(.interval),
      .tick("a", 1),
      .dot("a", true),
      .screenshot(.hidden(.timeout))
    )
    // The count is said before the request, so it can't have come of it.
    let report = await play.report()
    #expect(report.marks.map(\.cause) == Array(repeating: nil, count: 7))
  }
}
