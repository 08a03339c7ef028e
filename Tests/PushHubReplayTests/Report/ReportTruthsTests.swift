import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import TestSupport

/// What a report knows of each instant is what an explanation of that instant says.
@MainActor
struct ReportFactsTests {
  @Test func `at every instant the report knows what an explanation says`() async throws {
    for seed in SeededGenerator.seeds(1, thorough: 12) {
      var day = RandomDay(generator: SeededGenerator(seed: seed))
      let transcript = try day.transcript(recordCount: 60)
      let report = try await draw(transcript)
      for time in Set(report.marks.map(\.at)) {
        let explanation = Explanation(of: try await draw(transcript, until: time))
        for (section, facts) in zip(explanation.sections, report.facts) {
          let hint = "\(SeededGenerator.hint(seed)), \(section.name) at \(time)"
          try check(section, facts, at: time, in: report, hint)
        }
      }
    }
  }

  private func draw(
    _ transcript: Transcript,
    until time: Duration? = nil
  ) async throws -> Report {
    try await Replay(of: transcript, with: ReadyMadeScripts().all)
      .report(named: "", until: time)
  }

  private func check(
    _ section: Explanation.Section,
    _ facts: FactHistory,
    at time: Duration,
    in report: Report,
    _ hint: String
  ) throws {
    #expect(facts.subject == section.name)
    let spans = lasting(facts.spans, at: time)
    let found = spans.map {
      Claim(name: $0.fact.name, since: $0.since, chain: chain($0, report))
    }
    let wanted = section.claims.map {
      Claim(name: $0.fact.name, since: $0.since, chain: Set($0.chain.map(\.place)))
    }
    try #require(Set(found) == Set(wanted), "\(hint)")
    // Cells change places as they are used; a report leaves them where they stood when they came.
    if section.name != "countdown" {
      try #require(found == wanted, "\(hint)")
    }
    for span in spans {
      let claim = section.claims.first { $0.fact.name == span.fact.name }
      try #require(claim?.fact == span.fact, "\(hint)")
    }
  }

  /// What is true at a time in its order, as the page finds it: what begins takes its place among what
  /// goes on.
  private func lasting(_ spans: [FactHistory.Span], at time: Duration) -> [FactHistory.Span] {
    func isOver(_ span: FactHistory.Span, at instant: Duration) -> Bool {
      span.until.map { $0 <= instant } ?? false
    }
    var found: [FactHistory.Span] = []
    for span in spans where span.since.map({ $0 <= time }) ?? true {
      if let since = span.since {
        found.removeAll { isOver($0, at: since) }
      }
      found.insert(span, at: min(span.place, found.count))
    }
    return found.filter { !isOver($0, at: time) }
  }

  private struct Claim: Hashable {
    let name: String
    let since: Duration?
    let chain: Set<Int>
  }

  /// The places of all that led to what is true, as the page finds them.
  private func chain(_ span: FactHistory.Span, _ report: Report) -> Set<Int> {
    var places = Set<Int>()
    var mark = span.mark
    while let place = mark {
      places.insert(2 * place)
      mark = report.marks[place].cause
    }
    if let place = span.silent?.place {
      places.insert(2 * place - 1)
    }
    return places
  }
}
