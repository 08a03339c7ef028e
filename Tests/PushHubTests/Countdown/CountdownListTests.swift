import PushHub
import Testing

@testable import PushHubObservers

/// Lists of models, and what a refresh changes.
@MainActor
struct CountdownListTests {
  let list = CountdownList()

  private func items(_ ids: [CountdownID], _ total: Duration = .seconds(9)) -> [CountdownItem] {
    ids.map { CountdownItem(id: $0, total: total) }
  }

  private func item(_ id: CountdownID, endingIn delay: Duration) -> CountdownItem {
    CountdownItem(id: id, endsAt: list.scheduler.now + delay)
  }

  // MARK: - Several lists

  @Test func `several lists are several handlers, which tick together`() throws {
    let handler = try #require(list.handler)
    list.scheduler.advance(by: .milliseconds(300))
    let sale = CountdownHandler(scheduler: list.scheduler)
    handler.add(contentsOf: items(["a"]))
    sale.add(contentsOf: items(["a"]))
    let (first, second) = (list.cell("a"), CountdownList.Cell())
    sale.bind(second, to: "a")
    list.scheduler.advance(by: .milliseconds(700))
    #expect(first.remaining == [.seconds(9), .milliseconds(8_300)])
    #expect(second.remaining == first.remaining)
    sale.removeAll()
    #expect(handler.ids == ["a"])
  }

  // MARK: - Refreshing

  @Test func `an item whose end moved moves, and its cells are told at once`() throws {
    let handler = try #require(list.handler)
    handler.add(contentsOf: [item("a", endingIn: .seconds(5)), item("b", endingIn: .seconds(9))])
    let cell = list.cell("a")
    handler.replaceAll(with: [item("a", endingIn: .seconds(7)), item("b", endingIn: .seconds(9))])
    #expect(cell.remaining == [.seconds(5), .seconds(7)])
    list.scheduler.advance(by: .seconds(6))
    #expect(list.batches.isEmpty)
    list.scheduler.advance(by: .seconds(3))
    #expect(list.batches == [["a"], ["b"]])
  }

  @Test func `what is new is registered beside what moves, in the order of the list`() throws {
    let handler = try #require(list.handler)
    handler.add(item("b", endingIn: .seconds(5)))
    handler.replaceAll(
      with: items(["a"]) + [item("b", endingIn: .seconds(9))] + items(["c"])
    )
    list.scheduler.advance(by: .seconds(9))
    #expect(list.batches == [["a", "b", "c"]])
  }

  @Test func `an item that ended and got more time ends again, and one still past does not`() throws
  {
    let handler = try #require(list.handler)
    let past = item("a", endingIn: .seconds(-1))
    handler.add(past)
    handler.replaceAll(with: [past])
    handler.replaceAll(with: [item("a", endingIn: .seconds(-5))])
    #expect(list.batches == [["a"]])
    handler.replaceAll(with: [item("a", endingIn: .seconds(2))])
    list.scheduler.advance(by: .seconds(2))
    #expect(list.batches == [["a"], ["a"]])
    handler.replaceAll(with: [item("a", endingIn: .seconds(3))])
    handler.replaceAll(with: [item("a", endingIn: .seconds(-3))])
    #expect(list.batches == [["a"], ["a"], ["a"]])
  }

  @Test func `what counts a total goes on, whatever the list says of it`() throws {
    let handler = try #require(list.handler)
    handler.add(CountdownItem(id: "a", total: .seconds(9)))
    list.scheduler.advance(by: .seconds(4))
    handler.replaceAll(with: [CountdownItem(id: "a", total: .seconds(5))])
    #expect(handler.state(of: "a")?.remaining == .seconds(5))
  }

  @Test func `a removed item tells its cells, which hear of the next of that id`() throws {
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
    #expect(cells[0].remaining.last == .seconds(3))
    handler.removeAll()
    #expect(cells[0].removed == ["a", "a"])
  }

  @Test func `refreshing a few costs little after many came and went`() throws {
    let handler = try #require(list.handler)
    for page in 0..<4 {
      handler.replaceAll(with: (0..<5_000).map { .init(id: "\(page)-\($0)", total: .seconds(9)) })
    }
    for _ in 0..<500 {
      handler.replaceAll(with: items(["a", "b", "c"]))
    }
    #expect(handler.count == 3)
  }

  @Test func `ids are made from what an app has`() {
    let number = 7
    let id: CountdownID = "offer-\(number)"
    #expect(id.rawValue == "offer-7")
  }
}
