import PushHub
import PushHubObservers
import Testing

@testable import PushHubReplay
@testable import PushHubScripts

@MainActor
struct ReportSummaryTests {
  private func report() async throws -> Report {
    var play = try HandMadePlay(
      """
      {"t":0,"unread":1,"latency":0.5}
      {"t":1,"push":{"aps":{},"gcm.message_id":"m1"}}
      {"t":1,"push":{"aps":{},"gcm.message_id":"m1"}}
      {"t":2,"open":{"aps":{},"gcm.message_id":"m1"}}
      {"t":3,"push":{"aps":{},"gcm.message_id":"m2"}}
      {"t":4,"unread":1,"latency":2}
      {"t":90,"end":{}}
      """
    )
    await play.record()
    await play.record(
      .received("m1"),
      .hub(.issue(id: "m1", "strange")),
      .hub(.issue(id: "m1", "stranger")),
      .sync(.push)
    )
    await play.record(.hub(.duplicate(id: "m1")))
    play.timer(1.5)
    await play.record(.hub(.opened(id: "m1", PushResponse())))
    await play.record()
    await play.record()
    play.timer(61, .sync(.interval))
    play.timer(63, .failed("offline"))
    play.timer(64, .sync(.retry))
    return await play.report()
  }

  @Test func `pushes are counted by what became of them`() async throws {
    let summary = try await report().summary
    #expect(summary.received.count == 1)
    #expect(summary.merged.count == 1)
    #expect(summary.opened.count == 1)
    #expect(summary.dropped.count == 1)
    #expect(summary.strange == ["m1"])
    #expect(summary.issues.total == 2)
  }

  @Test func `requests are counted by reason, failures by error, timers by instant`() async throws {
    let report = try await report()
    let summary = report.summary
    #expect(
      summary.counts(of: "Requests for the count").mapValues(\.count)
        == ["a push came": 1, "the count is a minute old": 1, "the last try failed": 1]
    )
    let failures = summary.counts(of: "Failed requests")
    #expect(failures.mapValues(\.count) == ["offline": 1])
    #expect(report.timers == 4)
    #expect(report.toldByTimers.count == 3)
  }

  @Test func `the slowest work is the first of those that took longest`() async throws {
    let report = try await PushHubTests.report(
      ofRecords: """
        {"t":0,"account":"alice"}
        {"t":0,"app":"active"}
        {"t":0,"unread":1,"latency":0.5}
        {"t":1,"page":"home","visible":true}
        {"t":4,"unread":2,"latency":2}
        {"t":100,"unread":{"error":"offline"},"latency":2}
        {"t":123,"end":{}}
        """
    )
    let slowest = try #require(report.summary.slowest)
    #expect(slowest.duration == .seconds(2))
    #expect(slowest.from == "unread")
    #expect(report.marks[slowest.mark].at == .seconds(61))
    #expect(report.marks("sync").map(\.at) == [1, 61, 121].map { .seconds($0) })
  }

  @Test func `nothing took any time where there was no request`() async throws {
    let report = try await HandMadePlay(#"{"t":1,"app":"active"}"#).report()
    #expect(report.summary.slowest == nil)
  }

  @Test func `tallies name the most frequent first`() {
    var tally: [String: ReportSummary.Counted] = [:]
    for (mark, name) in ["b", "c", "a", "c"].enumerated() {
      tally[name, default: ReportSummary.Counted()].add(mark)
    }
    #expect(tally.sorted.map(\.name) == ["c", "a", "b"])
    #expect(tally.sorted.map(\.counted.marks) == [[1, 3], [2], [0]])
    #expect(tally.total == 4)
  }
}
