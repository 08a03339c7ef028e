import PushHub
import PushHubObservers
import Testing

/// Lists of models: several in one handler, and what a refresh changes.
@MainActor
struct CountdownListTests {
  let list = CountdownList()

  private func items(_ ids: [CountdownID], _ total: Duration = .seconds(9)) -> [CountdownItem] {
    ids.map { CountdownItem(id: $0, total: total) }
  }

  private func item(_ id: CountdownID, endingIn delay: Duration) -> CountdownItem {
    CountdownItem(id: id, end: .at(list.scheduler.now + delay))
  }

  // MARK: - Several lists

  @Test func `refreshing one list leaves the models of another alone`() throws {
    let handler = try #require(list.handler)
    let sale = handler.list("sale")
    handler.add(contentsOf: items(["a", "b"]))
    sale.add(contentsOf: items(["a", "c"], .seconds(20)))
    #expect(sale.replaceAll(with: items(["c", "d"])).removed == 1)
    #expect(handler.ids == ["a", "b"])
    #expect(handler.list("sale").ids == ["c", "d"])
    handler.removeAll()
    #expect(sale.count == 2)
    #expect(sale.contains("c"))
    #expect(sale.state(of: "c")?.remaining == .seconds(20))
    #expect(sale.remove("c"))
    sale.removeAll()
    #expect(sale.count == 0)
    #expect(sale.name == "sale")
  }

  @Test func `each list is told of its own ends, each in one ordered batch`() throws {
    let handler = try #require(list.handler)
    let sale = handler.list("sale")
    var ended: [[CountdownID]] = []
    sale.onExpiry = { ended.append($0) }
    handler.add(contentsOf: items(["a"], .seconds(1)) + items(["b"], .seconds(3)))
    sale.add(contentsOf: items(["a"], .seconds(2)) + items(["c"], .seconds(4)))
    list.scheduler.sleepThrough(.seconds(9))
    list.scheduler.runDueActions()
    #expect(list.batches == [["a", "b"]])
    #expect(ended == [["a", "c"]])
    #expect(
      list.log == [
        .expired("a"), .expired("a", list: "sale"), .expired("b"), .expired("c", list: "sale"),
      ]
    )
  }

  @Test func `ends at one instant come in the order of registration, whatever their lists`() throws
  {
    let handler = try #require(list.handler)
    let sale = handler.list("sale")
    sale.add(contentsOf: items(["a", "b"]))
    handler.add(contentsOf: items(["c"]))
    sale.add(contentsOf: items(["d"]))
    list.scheduler.advance(by: .seconds(9))
    #expect(
      list.log == [
        .expired("a", list: "sale"), .expired("b", list: "sale"), .expired("c"),
        .expired("d", list: "sale"),
      ]
    )
  }

  @Test func `the next end of any list is met at its time, and told to that list alone`() throws {
    let handler = try #require(list.handler)
    let sale = handler.list("sale")
    var ended: [[CountdownID]] = []
    sale.onExpiry = { ended.append($0) }
    handler.add(contentsOf: items(["a"], .seconds(9)))
    sale.add(contentsOf: items(["b"], .seconds(5)))
    #expect(handler.nextEnd == list.scheduler.now + .seconds(5))
    list.scheduler.advance(by: .seconds(5))
    #expect(ended == [["b"]])
    #expect(list.batches.isEmpty)
    #expect(list.statistics.lateEnds == 0)
  }

  @Test func `a cell shows one model of one list`() throws {
    let handler = try #require(list.handler)
    let sale = handler.list("sale")
    handler.add(contentsOf: items(["a"], .seconds(9)))
    sale.add(contentsOf: items(["a"], .seconds(20)))
    let cell = list.cell("a")
    sale.bind(cell, to: "a")
    let watching = ObservedCountdown("a", in: sale)
    list.scheduler.advance(by: .seconds(1))
    #expect(cell.remaining == [.seconds(9), .seconds(20), .seconds(19)])
    #expect(watching.state?.remaining == .seconds(19))
    sale.replaceAll(with: [])
    #expect(cell.removed == ["a"])
    #expect(watching.state == nil)
    handler.bind(cell, to: "a")
    #expect(cell.remaining.last == .seconds(8))
  }

  @Test func `a second callback of one list doesn't replace the first without a word`() throws {
    let handler = try #require(list.handler)
    handler.onExpiry = { _ in }
    handler.list("sale").onExpiry = { _ in }
    #expect(list.log == [.expiryReplaced()])
    handler.list("sale").onExpiry = { _ in }
    handler.onExpiry = nil
    handler.onExpiry = { _ in }
    #expect(list.log == [.expiryReplaced(), .expiryReplaced(list: "sale")])
  }

  // MARK: - Refreshing

  @Test func `an item whose end moved moves, and its cells are told at once`() throws {
    let handler = try #require(list.handler)
    handler.add(contentsOf: [item("a", endingIn: .seconds(5)), item("b", endingIn: .seconds(9))])
    let cell = list.cell("a")
    let replacement = handler.replaceAll(
      with: [item("a", endingIn: .seconds(7)), item("b", endingIn: .seconds(9))]
    )
    #expect(replacement.kept == 1)
    #expect(replacement.moved == 1)
    #expect(replacement.added == 0)
    #expect(cell.remaining == [.seconds(5), .seconds(7)])
    list.scheduler.advance(by: .seconds(6))
    #expect(list.batches.isEmpty)
    list.scheduler.advance(by: .seconds(3))
    #expect(list.batches == [["a"], ["b"]])
  }

  @Test func `what is new is registered beside what moves, in the order of the list`() throws {
    let handler = try #require(list.handler)
    handler.add(item("b", endingIn: .seconds(5)))
    let replacement = handler.replaceAll(
      with: items(["a"]) + [item("b", endingIn: .seconds(9))] + items(["c"])
    )
    #expect(replacement.added == 2)
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
    let replacement = handler.replaceAll(with: [CountdownItem(id: "a", total: .seconds(5))])
    #expect(replacement.kept == 1)
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
