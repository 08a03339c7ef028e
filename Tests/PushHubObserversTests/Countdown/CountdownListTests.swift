import PushHubTesting
import Testing

@testable import PushHubObservers
@testable import TestSupport

/// Lists of models, and what a refresh changes.
final class CountdownListTests: CountdownList {
  private func items(_ ids: [String], _ total: Duration = .seconds(9)) -> [CountdownItem] {
    ids.map { CountdownItem(id: $0, total: total) }
  }

  private func item(_ id: String, endingIn delay: Duration) -> CountdownItem {
    CountdownItem(id: id, endsAt: clock.now + delay)
  }

  // MARK: - Several lists

  @Test func `several lists are several handlers, which tick together`() {
    clock.advance(by: .milliseconds(300))
    let sale = CountdownHandler(scheduler: clock)
    handler.add(contentsOf: items(["a"]))
    sale.add(contentsOf: items(["a"]))
    let (first, second) = (cell("a"), Cell())
    sale.bind(second, to: "a")
    clock.advance(by: .milliseconds(700))
    #expect(first.seconds == [9, 8.3])
    #expect(second.seconds == first.seconds)
    sale.removeAll()
    #expect(handler.ids == ["a"])
  }

  // MARK: - Refreshing

  @Test func `an item whose end moved moves, and its cells are updated at once`() {
    handler.add(contentsOf: [item("a", endingIn: .seconds(5)), item("b", endingIn: .seconds(9))])
    let cell = cell("a")
    handler.replaceAll(with: [item("a", endingIn: .seconds(7)), item("b", endingIn: .seconds(9))])
    #expect(cell.seconds == [5, 7])
    pass(6)
    #expect(batches.isEmpty)
    pass(3)
    #expect(batches == [["a"], ["b"]])
  }

  @Test func `a removed item notifies its cells, which are updated with the next of that id`() {
    handler.add(contentsOf: items(["a", "b", "c"]))
    let cells = [cell("a"), cell("b"), cell("c")]
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
