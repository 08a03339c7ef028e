import Testing

@testable import PushHubReplay
@testable import TestSupport

/// What went wrong, and what nothing came of.
@MainActor
struct ReportFindingTests {
  @Test func `failures are one outage until a request succeeds`() async throws {
    let report = try await report(
      ofRecords: """
        {"t":0,"account":"alice"}
        {"t":0,"unread":{"error":"offline"}}
        {"t":0,"app":"active"}
        {"t":1,"page":"home","visible":true}
        {"t":60,"unread":3}
        {"t":200,"unread":{"error":"offline"}}
        {"t":320,"end":{}}
        """
    )
    let failures = report.outages.all
    #expect(failures.count == 2)
    for (failure, window) in zip(
      failures,
      [Duration.zero...(.seconds(125)), .seconds(200)...(.seconds(320))]
    ) {
      #expect(failure.count > 2)
      #expect(failure.allSatisfy { window.contains(report.marks[$0].at) })
    }
    let all = report.marks.indices.filter { report.marks[$0].style.isProblem }
    #expect(
      failures.joined().sorted() == all,
      "each problem is found once"
    )
  }

  @Test func `a page that appears ends no trouble with the list`() async throws {
    let report = try await report(
      ofRecords: """
        {"t":0,"app":"active"}
        {"t":0,"account":"alice"}
        {"t":1,"latest":{"error":"gone"}}
        {"t":40,"latest":{"error":"gone"}}
        {"t":80,"page":"home","visible":true}
        {"t":90,"latest":{"error":"gone"}}
        {"t":120,"latest":[]}
        {"t":140,"latest":{"error":"gone"}}
        """
    )
    let times = report.outages.all.map { $0.map { report.marks[$0].at } }
    #expect(times == [[.seconds(1), .seconds(40), .seconds(90)], [.seconds(140)]])
  }

  @Test func `a token ends the trouble with tokens, and what caused what is one problem`()
    async throws
  {
    let report = try await report(
      ofRecords: """
        {"t":0,"tokenError":"no network"}
        {"t":5,"tokenError":"no network"}
        {"t":9,"token":"abcd"}
        {"t":20,"tokenError":"revoked"}
        """
    )
    let found = report.outages.all
    #expect(found.map(\.count) == [4, 2])
    #expect(report.marks[found[1][0]].message.contains("revoked"))
  }

  @Test func `inputs without effect are grouped by reason, without repetitions`()
    async throws
  {
    let report = try await report(
      ofRecords: """
        {"t":0,"app":"active"}
        {"t":1,"page":"home","visible":true}
        {"t":2,"screenshot":{}}
        {"t":3,"push":{"aps":{},"gcm.message_id":"m0"}}
        {"t":4,"screenshot":{}}
        {"t":5,"preview":"tap"}
        {"t":6,"open":{"aps":{},"gcm.message_id":"m1"}}
        """
    )
    #expect(report.outages.all.isEmpty, "a refused screenshot is no problem")
    #expect(
      report.withoutEffect.map { $0.map { report.marks[$0].message } } == [
        [String](repeating: "the screenshot has no preview: the page has no previews", count: 2),
        ["push m0 received", "push m1 received"], ["push m1 opened"],
      ]
    )
  }

  @Test func `a server that fails for a while is one outage, whatever it answers meanwhile`()
    async throws
  {
    let report = try await report(
      ofRecords: """
        {"t":0,"account":"alice"}
        {"t":0,"app":"active"}
        {"t":0,"unread":{"error":"offline"},"latency":1}
        {"t":1,"page":"home","visible":true}
        {"t":20,"unread":{"error":"503"},"latency":1}
        {"t":60,"unread":3,"latency":1}
        {"t":200,"end":{}}
        """
    )
    let problems = report.outages.all
    #expect(problems.count == 1)
    #expect(problems.first?.first.map { report.marks[$0].kind } == "unread")
  }
}
