import PushHub
import PushHubTesting
import Testing

@testable import PushHubObservers
@testable import TestSupport

/// Lists of models, and what a refresh changes.
@MainActor
struct CountdownListTests {
  let list = CountdownList()

  private func items(_ ids: [String], _ total: Duration = .seconds(9)) -> [CountdownItem] {
    ids.map { CountdownItem(id: $0, total: total) }
  }

  private func item(_ id: String, endingIn delay: Duration) -> CountdownItem {
    CountdownItem(id: id, endsAt: list.clock.now + delay)
  }

  // MARK: - Several lists

  @Test func `several lists are several handlers, which tick together`() throws {
    let handler = try #require(list.handler)
    list.clock.advance(by: .milliseconds(300))
    let sale = CountdownHandler(scheduler: list.clock)
    handler.add(contentsOf: items(["a"]))
    sale.add(contentsOf: items(["a"]))
    let (first, second) = (list.cell("a"), CountdownList.Cell())
    sale.bind(second, to: "a")
    list.clock.advance(by: .milliseconds(700))
    #expect(first.seconds == [9, 8.3])
    #expect(second.seconds == first.seconds)
    sale.removeAll()
    #expect(handler.ids == ["a"])
  }

  // MARK: - Refreshing

  @Test func `an item whose end moved moves, and its cells are updated at once`() throws {
    let handler = try #require(list.handler)
    handler.add(contentsOf: [item("a", endingIn: .seconds(5)), item("b", endingIn: .seconds(9))])
    let cell = list.cell("a")
    handler.replaceAll(with: [item("a", endingIn: .seconds(7)), item("b", endingIn: .seconds(9))])
    #expect(cell.seconds == [5, 7])
    list.pass(6)
    #expect(list.batches.isEmpty)
    list.pass(3)
    #expect(list.batches == [["a"], ["b"]])
  }

  @Test func `a removed item notifies its cells, which are updated with the next of that id`()
    throws
  {
    let handler = try #require(list.handler)
    handler.add(contentsOf: items(["a", "b", "c"]))
    let cells = [list.cell("a"), list.cell("b"), list.cell("c")]
    let watching = ObservedCountdown("a", in: handler)
    handler.replaceAll(with: items(["b"]))
    #expect(cells.map(\.removed) == [["a"], [], ["c"]])
    #expect(watching.state == nil)
    handler.remove("b")
    #expect(cells[1].removed == ["b"])
    handler.add(contentsOf: items(["a"], .seconds(3)))
    #expect(cells[0].seconds.last == 3)
    handler.removeAll()
    #expect(cells[0].removed == ["a", "a"])
  }
}
