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
    let bytes = try Data(contentsOf: URL(filePath: BundledTranscripts.day.path))
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
}
