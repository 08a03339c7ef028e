import PushHub
import Testing

@testable import pushhub_demo

@Suite(.timeLimit(.minutes(5)))
struct ReportSummaryTests {
  private func report() throws -> Report {
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
    play.record()
    play.record(.hub("received", "m1"), .hub("issue", "m1"), .hub("issue", "m1"), .sync("push"))
    play.record(.hub("duplicate", "m1"))
    play.timer(1.5)
    play.record(.hub("opened", "m1"))
    play.record()
    play.record()
    play.timer(61, .sync("interval"))
    play.timer(63, .failed("offline"))
    play.timer(64, .sync("retry"))
    return play.report()
  }

  @Test func `pushes are counted by what became of them`() throws {
    let summary = try report().summary
    #expect(summary.received == 1)
    #expect(summary.merged == 1)
    #expect(summary.opened == 1)
    #expect(summary.dropped == 1)
    #expect(summary.strange == 1)
    #expect(summary.issues.total == 2)
  }

  @Test func `requests are counted by reason, failures by error, wake-ups by instant`() throws {
    let summary = try report().summary
    #expect(
      summary.requests.counts
        == ["a push came": 1, "the count is a minute old": 1, "the last try failed": 1]
    )
    #expect(summary.failures.counts == ["offline": 1])
    #expect(summary.wakeUps == 4)
  }

  @Test func `the slowest work is the first of those that took longest`() throws {
    let report = try report()
    let slowest = try #require(report.summary.slowest)
    #expect(slowest.duration == .seconds(2))
    #expect(report.marks[slowest.mark].at == .seconds(61))
  }

  @Test func `nothing took any time where there was no request`() throws {
    #expect(try HandMadePlay(#"{"t":1,"app":"active"}"#).report().summary.slowest == nil)
  }

  @Test func `tallies name the most frequent first`() {
    var tally = ReportSummary.Tally()
    for name in ["b", "c", "a", "c"] {
      tally.add(name)
    }
    #expect(tally.sorted.map(\.name) == ["c", "a", "b"])
    #expect(tally.total == 4)
  }
}
