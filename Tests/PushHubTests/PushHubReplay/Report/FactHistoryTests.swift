import Foundation
import PushHub
import PushHubObservers
import Testing

@testable import PushHubReplay
@testable import PushHubScripts

struct FactHistoryTests {
  private static func told(
    _ event: any FeatureEvent,
    by speaker: Speaker = Speaker(name: "unread", rank: 1)
  ) -> Note {
    .told(Told(time: .zero, event: event, speaker: speaker))
  }

  private static func step(_ seconds: Int, _ notes: Note...) -> PlayedStep {
    PlayedStep(time: .seconds(seconds), record: nil, notes: notes)
  }

  /// A builder of a report with so many marks, of counts.
  private static func builder(markCount: Int) -> ReportBuilder {
    var builder = ReportBuilder(
      named: "",
      start: Date(timeIntervalSince1970: 0),
      features: [(name: "unread", title: "Unread")]
    )
    for count in 0..<markCount {
      builder.take(step(0, told(UnreadSyncEvent.count(count))))
    }
    return builder
  }

  /// A count, of which events tell.
  private static func count(_ count: Int) -> PlainFact {
    PlainFact("count", count.json, words: "\(count) unread") { event in
      if case .count = event as? UnreadSyncEvent { true } else { false }
    }
  }

  @Test func `what is true from the start has no beginning`() {
    let history = FactHistory(of: "a", [Self.count(0)])
    #expect(history.current.map(\.since) == [nil])
    #expect(history.current.map(\.mark) == [nil])
  }

  @Test func `a fact came of the last event that tells of it`() throws {
    var history = FactHistory(of: "a", [Self.count(0)])
    history.take(
      [Self.count(3)],
      after: Self.step(
        4,
        Self.told(HubEvent.received(id: "m"), by: .hub),
        Self.told(UnreadSyncEvent.count(3)),
        Self.told(UnreadSyncEvent.sync(.push))
      ),
      marked: ReportBuilder.Marks(record: 6, told: [7, 8, 9]),
      in: Self.builder(markCount: 10)
    )
    let span = try #require(history.current.first)
    #expect(span.fact.equals(Self.count(3)))
    #expect(span.since == .seconds(4))
    #expect(span.mark == 8)
    #expect(span.silentPlace == nil)
  }

  @Test func `without such an event it came of the record`() throws {
    var history = FactHistory(of: "a", [AppFact.phase(.background)])
    history.take(
      [AppFact.phase(.active)],
      after: Self.step(4, Self.told(UnreadSyncEvent.count(3))),
      marked: ReportBuilder.Marks(record: 6, told: [7]),
      in: Self.builder(markCount: 8)
    )
    #expect(history.current.first?.mark == 6)
  }

  @Test func `what a timer changes in silence came of what set the timer`() throws {
    let failed = PlainFact("listener", 5, words: "failed")
    let again = PlainFact("listener", true, words: "listens again")
    var history = FactHistory(of: "a", [PlainFact("listener", true, words: "listens")])
    let builder = Self.builder(markCount: 7)
    let marks = ReportBuilder.Marks(record: 6)
    history.take([failed], after: Self.step(4), marked: marks, in: builder)
    history.take([again], after: Self.step(5), marked: ReportBuilder.Marks(), in: builder)
    let span = try #require(history.current.first)
    #expect(span.fact.equals(again))
    #expect(span.since == .seconds(5))
    #expect(span.mark == 6)
    #expect(span.silentPlace == 7)
  }

  @Test func `what stays as it is keeps its beginning while others come and go`() {
    var history = FactHistory(of: "a", [AppFact.phase(.background)])
    let active = AppFact.phase(.active)
    let home = AppFact.page("home")
    for (second, facts) in [(1, [active, home]), (2, [active]), (3, [active, home])] {
      history.take(
        facts,
        after: Self.step(second),
        marked: ReportBuilder.Marks(record: second),
        in: Self.builder(markCount: second + 1)
      )
    }
    #expect(history.current.map(\.since) == [.seconds(1), .seconds(3)])
    #expect(history.current.map(\.mark) == [1, 3])
  }

  @Test func `a fact of the same name and another type is another fact`() {
    enum Other: FeatureFact {
      case count(Int)

      var name: String { "count" }
      var json: JSONValue { nil }
      var words: FactWords { "" }
    }
    var history = FactHistory(of: "a", [Self.count(0)])
    history.take(
      [Other.count(0)],
      after: Self.step(4),
      marked: ReportBuilder.Marks(record: 6),
      in: Self.builder(markCount: 7)
    )
    #expect(history.current.map(\.since) == [.seconds(4)])
  }
}
