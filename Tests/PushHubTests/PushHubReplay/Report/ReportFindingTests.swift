import PushHub
import PushHubObservers
import Testing

@testable import PushHubReplay
@testable import PushHubScripts

/// What a reader of a report is told first.
@MainActor
struct ReportFindingTests {
  private static func message(
    _ findings: [ReportFinding],
    of sort: ReportFinding.Sort,
    in report: Report
  )
    -> [[String]]
  {
    findings.filter { $0.sort == sort }.map { $0.marks.map { report.marks[$0].message } }
  }

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
    let failures = report.findings.filter {
      $0.sort == .problem && report.marks[$0.marks[0]].kind == "failed"
    }
    #expect(failures.count == 2)
    for (failure, window) in zip(
      failures,
      [Duration.seconds(1)...(.seconds(125)), .seconds(200)...(.seconds(320))]
    ) {
      #expect(failure.marks.count > 2)
      #expect(failure.marks.allSatisfy { window.contains(report.marks[$0].at) })
    }
    let all = report.marks.indices.filter { report.marks[$0].look.isProblem }
    #expect(
      report.findings.filter { $0.sort == .problem }.flatMap(\.marks).sorted() == all,
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
    let times = report.findings.filter { $0.sort == .problem }
      .map { $0.marks.map { report.marks[$0].at } }
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
    let found = Self.message(report.findings, of: .problem, in: report)
    #expect(found.map(\.count) == [4, 2])
    #expect(found.last?.first?.contains("revoked") == true)
  }

  @Test func `what nothing came of is put together by its reason`() async throws {
    let report = try await report(
      ofRecords: """
        {"t":0,"account":"alice"}
        {"t":0,"app":"active"}
        {"t":1,"page":"home","visible":true}
        {"t":4,"app":"background"}
        {"t":5,"app":"active"}
        {"t":6,"app":"background"}
        {"t":7,"app":"active"}
        {"t":7,"open":{"aps":{},"gcm.message_id":"m1"}}
        """
    )
    let nothing = report.findings.filter { $0.sort == .nothing }
    let places = nothing.map { finding in
      (report.marks[finding.marks[0]].why, finding.marks.map { report.marks[$0].at })
    }
    #expect(
      places.contains {
        $0.0?.hasPrefix("The count is fresh") == true && $0.1 == [.seconds(5), .seconds(7)]
      }
    )
    #expect(
      nothing.contains { report.marks[$0.marks[0]].kind == "opened" },
      "a tap that leads nowhere is told, whomever it concerns"
    )
    #expect(
      nothing.allSatisfy { finding in
        Set(finding.marks.map { report.marks[$0].why?.filter { !$0.isNumber } }).count == 1
      }
    )
  }
}
