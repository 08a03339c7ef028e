import PushHub
import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import PushHubScripts

/// What a report tells without a script.
@MainActor
struct ReportTableTests {
  @Test func `every mark is a row, with its line, its cause and what came of it`() async throws {
    let report = try await report(of: RandomDay.busy(), named: "a")
    let html = ReportTable(report: report).html
    let rows = html.split(separator: "\n").filter { $0.hasPrefix("<tr") && $0.contains("<td>") }
    #expect(rows.count == report.marks.count)
    for (mark, row) in zip(report.marks, rows) {
      #expect(row.contains(ReportTable.text(mark.words)))
      #expect(row.contains(mark.at.clockText))
      #expect(row.hasPrefix("<tr class=\"alarm\">") == mark.look.isProblem)
      if let why = mark.why {
        #expect(row.contains(ReportTable.text(why)))
      }
    }
  }

  @Test func `what went wrong stands first, an outage a line`() async throws {
    let report = try await report(
      ofRecords: """
        {"t":0,"tokenError":"no network"}
        {"t":5,"tokenError":"no network"}
        """
    )
    let html = ReportTable(report: report).html
    #expect(html.contains("<li>0:00:00.000, 2 times until 0:00:05.000: "))
    #expect(html.contains("no network"))
  }

  @Test func `texts stay texts`() {
    #expect(
      ReportTable.text(#"</noscript><b a="1">&"#)
        == "&lt;/noscript&gt;&lt;b a=&quot;1&quot;&gt;&amp;"
    )
  }
}

extension RandomDay {
  fileprivate static func busy() throws -> Transcript {
    var day = RandomDay(generator: SeededGenerator(seed: 7))
    return try day.transcript(recordCount: 80)
  }
}
