import PushHub
import PushHubObservers
import Testing

@testable import PushHubReplay
@testable import PushHubScripts

struct FactHistoryTests {
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
    history.update(
      to: [Self.count(3)],
      at: .seconds(4),
      after: Report.Marks(
        record: 6,
        told: [
          (HubEvent.received(id: "m"), 7), (UnreadSyncEvent.count(3), 8),
          (UnreadSyncEvent.sync(.push), 9),
        ],
        count: 10
      )
    )
    let span = try #require(history.current.first)
    #expect(span.fact.equals(Self.count(3)))
    #expect(span.since == .seconds(4))
    #expect(span.mark == 8)
    #expect(span.silentPlace == nil)
  }

  @Test func `without such an event it came of the record`() throws {
    var history = FactHistory(of: "a", [AppFact.phase(.background)])
    history.update(
      to: [AppFact.phase(.active)],
      at: .seconds(4),
      after: Report.Marks(record: 6, told: [(UnreadSyncEvent.count(3), 7)], count: 8)
    )
    #expect(history.current.first?.mark == 6)
  }

  @Test func `what a timer changes in silence came of what set the timer`() throws {
    let failed = PlainFact("listener", 5, words: "failed")
    let again = PlainFact("listener", true, words: "listens again")
    var history = FactHistory(of: "a", [PlainFact("listener", true, words: "listens")])
    history.update(to: [failed], at: .seconds(4), after: Report.Marks(record: 6, count: 7))
    history.update(to: [again], at: .seconds(5), after: Report.Marks(count: 7))
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
      history.update(
        to: facts,
        at: .seconds(second),
        after: Report.Marks(record: second, count: second + 1)
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
    history.update(
      to: [Other.count(0)],
      at: .seconds(4),
      after: Report.Marks(record: 6, count: 7)
    )
    #expect(history.current.map(\.since) == [.seconds(4)])
  }
}
