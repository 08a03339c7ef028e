import PushHub
import Testing

@testable import pushhub_demo

@Suite(.timeLimit(.minutes(5)))
struct FactHistoryTests {
  private static func line(_ event: String, _ speaker: PlayedLine.Speaker = .unread) -> PlayedLine {
    PlayedLine(time: .zero, speaker: speaker, event: event, details: [:])
  }

  private static func step(_ seconds: Int, _ lines: PlayedLine...) -> PlayedStep {
    PlayedStep(time: .seconds(seconds), record: nil, lines: lines)
  }

  @Test func `what is true from the start has no beginning`() {
    let history = FactHistory([.count(0)])
    #expect(history.entries == [FactHistory.Entry(fact: .count(0))])
  }

  @Test func `a fact came of the last line that tells of it`() throws {
    var history = FactHistory([.count(0)])
    history.take(
      [.count(3)],
      after: Self.step(4, Self.line("received", .hub), Self.line("count"), Self.line("sync")),
      marked: ReportBuilder.Marks(record: 6, lines: [7, 8, 9]),
      markCount: 10
    )
    let entry = try #require(history.entries.first)
    #expect(entry == FactHistory.Entry(fact: .count(3), since: .seconds(4), mark: 8))
  }

  @Test func `without such a line it came of the record`() throws {
    var history = FactHistory([.phase(.background)])
    history.take(
      [.phase(.active)],
      after: Self.step(4, Self.line("count")),
      marked: ReportBuilder.Marks(record: 6, lines: [7]),
      markCount: 8
    )
    #expect(history.entries.first?.mark == 6)
  }

  @Test func `what a timer changes in silence came of what set the timer`() throws {
    let failed = ExplainedFact.listener(.failed(nextAttempt: .seconds(5)))
    let again = ExplainedFact.listener(.listening(for: "a", isStale: true))
    var history = FactHistory([.listener(.listening(for: "a", isStale: false))])
    let marks = ReportBuilder.Marks(record: 6)
    history.take([failed], after: Self.step(4), marked: marks, markCount: 7)
    history.take([again], after: Self.step(5), marked: ReportBuilder.Marks(), markCount: 7)
    #expect(
      history.entries == [
        FactHistory.Entry(fact: again, since: .seconds(5), mark: 6, silentPlace: 7)
      ]
    )
  }

  @Test func `what stays as it is keeps its beginning while others come and go`() {
    var history = FactHistory([.phase(.background)])
    let marks = [1, 2, 3].map { ReportBuilder.Marks(record: $0) }
    let home = ExplainedFact.page("home")
    history.take([.phase(.active), home], after: Self.step(1), marked: marks[0], markCount: 2)
    history.take([.phase(.active)], after: Self.step(2), marked: marks[1], markCount: 3)
    history.take([.phase(.active), home], after: Self.step(3), marked: marks[2], markCount: 4)
    #expect(history.entries.map(\.since) == [.seconds(1), .seconds(3)])
    #expect(history.entries.map(\.mark) == [1, 3])
  }
}
