import Foundation
import PushHub
import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import TestSupport
@testable import pushhub_demo

/// What holds for the report of whatever is really played.
@MainActor
struct ReportTests {
  @Test func `every mark comes after its cause, and leads to something or says why not`()
    async throws
  {
    for seed in SeededGenerator.seeds(5, thorough: 30) {
      var day = RandomDay(generator: SeededGenerator(seed: seed))
      let transcript = try day.transcript(recordCount: 80)
      let report = try await report(of: transcript, named: "a")
      let hint = SeededGenerator.hint(seed)
      let causes = Set(report.marks.compactMap(\.cause))
      for (index, mark) in report.marks.enumerated() {
        try #require(mark.cause ?? -1 < index, "\(hint)")
        try #require((mark.why == nil) == causes.contains(index), "\(mark.message), \(hint)")
        let until = mark.until ?? mark.at
        try #require(mark.at <= until && until <= report.end, "\(hint)")
      }
      try #require(report.marks.map(\.at) == report.marks.map(\.at).sorted(), "\(hint)")
      let edges: [Duration] = report.marks.map(\.at) + report.marks.compactMap(\.until)
      for quiet in Report.quietStretches(of: [report]) {
        try #require(!edges.contains { quiet.contains($0) }, "\(hint)")
      }
      let events = try await outputs(in: transcript).filter { $0.event.name != "tick" }
      let others = report.marks.filter { $0.kind != "tick" }
      try #require(others.count == events.count + transcript.records.count, "\(hint)")
    }
  }

  @Test func `the page of the day shows every record of it`() async throws {
    let bytes = try Data(contentsOf: URL(filePath: BundledTranscripts.day))
    let transcript = try TestSupport.transcript(bytes)
    let report = try await report(of: transcript, named: "day.jsonl")
    #expect(report.marks.count { !$0.isEvent } == transcript.records.count - 1, "all but the end")
    #expect(report.end == .seconds(86_400))
    #expect(report.figures.first?.marks.count == 7)
    #expect(report.counts(of: "Pushes received")["lost"] == 0)
    #expect(Set(report.marks.map(\.lane)) == Set(report.lanes.indices))
    #expect(
      report.lanes.map(\.id) == [
        "phase", "pages", "account", "pushes", "unread", "countdown", "badge", "screenshot",
      ]
    )
  }

  private func comparison(_ before: String, _ after: String) async throws -> ReportComparison {
    ReportComparison(try await report(ofRecords: before), try await report(ofRecords: after))
  }

  private static let day = """
    {"t":0,"account":"alice"}
    {"t":0,"unread":3,"latency":0.2}
    {"t":0,"app":"active"}
    {"t":1,"page":"home","visible":true}
    {"t":90,"end":{}}
    """

  @Test func `a recording does not differ from itself`() async throws {
    let start = SeededGenerator.startingSeed()
    for seed in start..<start + 10 {
      var day = RandomDay(generator: SeededGenerator(seed: seed))
      let report = try await report(of: day.transcript(recordCount: 60), named: "a")
      let comparison = ReportComparison(report, report)
      let hint = SeededGenerator.hint(seed)
      #expect(comparison.differences == [], "\(hint)")
      #expect(!comparison.reports.contains { $0.marks.contains(where: \.differs) }, "\(hint)")
    }
  }

  @Test func `what only one of them has is marked there, and what both have is not`() async throws {
    let failing = Self.day.replacing(#""unread":3,"#, with: #""unread":{"error":"offline"},"#)
    let comparison = try await comparison(failing, Self.day)
    let differing = comparison.reports.map { report in
      Set(report.marks.filter(\.differs).map(\.kind))
    }
    #expect(differing[0].contains("failed"))
    #expect(
      differing[1] == ["count", "sync"],
      "only it asks again after a minute, and shows a count"
    )
    let first = comparison.reports.map { $0.marks.first { $0.kind == "sync" }?.differs }
    #expect(first == [false, false], "both ask when the page appears")
    #expect(comparison.reports.allSatisfy { $0.marks.allSatisfy { $0.isEvent || !$0.differs } })
    #expect(comparison.differences.map(\.recording).contains(0))
    let marks = comparison.reports.flatMap(\.marks)
    #expect(comparison.differences.flatMap(\.marks).count == marks.count(where: \.differs))
  }

  @Test(arguments: [(4, 0), (6, 2)])
  func `what comes five seconds later is alike, and later it is not`(seconds: Int, count: Int)
    async throws
  {
    let later = Self.day.replacing(#"{"t":1,"page""#, with: #"{"t":\#(1 + seconds),"page""#)
      .replacing(#""latency":0.2"#, with: #""latency":0.1"#)
    let comparison = try await comparison(
      Self.day.replacing("\"t\":90", with: "\"t\":40"),
      later.replacing("\"t\":90", with: "\"t\":40")
    )
    #expect(comparison.differences.count == count)
  }
}
