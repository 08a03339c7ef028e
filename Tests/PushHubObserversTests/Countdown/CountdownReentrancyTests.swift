import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

/// Whatever is called from inside of what the handler calls takes effect at once, in order.
final class CountdownReentrancyTests: CountdownList {
  @Test func `stopping from inside a tick ends it, and keeps everything`() {
    add("a", 60)
    let first = cell("a")
    let second = cell("a")
    clock.advance(by: .milliseconds(500))
    first.onChange = { [unowned self] _ in handler.stop() }
    pass(10)
    #expect(first.states.count == 2)
    #expect(second.states.count == 1)
    #expect(clock.pendingCount == 0)
    first.onChange = nil
    handler.start()
    pass(1)
    #expect(second.seconds == [60, 58])
  }

  @Test func `reloading from inside a tick updates the new cells after it`() {
    add("a", 60)
    let first = cell("a")
    let second = cell("a")
    first.onChange = { [unowned self] _ in
      first.onChange = nil
      handler.replaceAll(with: [CountdownItem(id: "b", total: .seconds(9))])
      handler.bind(first, to: "b")
      handler.bind(second, to: "b")
    }
    pass(1)
    #expect(first.states.map(\.id) == ["a", "a", "b"])
    #expect(second.states.map(\.id) == ["a", "b"])
    #expect(handler.ids == ["b"])
  }

  @Test func `reloading from inside an end reports every end once`() {
    for id in ["a", "b", "c"] as [String] {
      add(id, 1)
    }
    onExpiry = { [unowned self] ids in
      onExpiry = nil
      handler.replaceAll(with: ids.map { CountdownItem(id: $0, total: .seconds(2)) })
      handler.removeAll()
      handler.add(contentsOf: ids.map { CountdownItem(id: $0, total: .seconds(2)) })
    }
    pass(2)
    #expect(batches == [["a", "b", "c"]])
    pass(1)
    #expect(batches == [["a", "b", "c"], ["a", "b", "c"]])
  }

  @Test func `a model registered from inside without time ends afterwards`() {
    add("a", 1)
    add("b", 1)
    let cell = cell("a")
    cell.onChange = { [unowned self] state in
      if state.isExpired { add("now", 0) }
    }
    pass(1)
    #expect(batches == [["a", "b"], ["now"]])
  }

  @Test func `a model moved from inside a tick shows its new end alone`() {
    add("a", 60)
    add("b", 60)
    let end = clock.now + .seconds(100)
    let first = cell("a")
    let second = cell("b")
    first.onChange = { [unowned self] _ in
      handler.replaceAll(with: [CountdownItem(id: "b", endsAt: end)])
    }
    pass(1)
    #expect(second.seconds == [60, 99])
  }

  @Test func `a cell unbound from inside a tick is not updated any more`() {
    add("a", 60)
    let first = cell("a")
    let second = cell("a")
    first.onChange = { [unowned self] _ in handler.unbind(second) }
    pass(2)
    #expect(first.states.count == 3)
    #expect(second.states.count == 1)
  }

  @Test func `a cell unbound from inside a removal is not notified of it`() {
    add("a", 60)
    let first = cell("a")
    let second = cell("a")
    first.onRemoval = { [unowned self] in handler.unbind(second) }
    handler.remove("a")
    #expect(first.removed == ["a"])
    #expect(second.removed.isEmpty)
  }

  @Test
  func `a cell that binds itself again during an update is updated once a tick`() {
    add("a", 60)
    let cell = Cell()
    cell.onChange = { [unowned self] _ in
      if cell.states.count < 1_000 { handler.bind(cell, to: "a") }
    }
    handler.bind(cell, to: "a")
    #expect(cell.seconds == [60])
    #expect(handler.targets.count == 1)
    pass(2)
    #expect(cell.seconds == [60, 59, 58])
    pass(58)
    #expect(cell.states.count == 61)
    #expect(cell.states.last?.isExpired == true)
    cell.onChange = nil
  }

  @Test func `a handler deallocated from inside a tick finishes it`() {
    var handler: CountdownHandler? = CountdownHandler(scheduler: clock)
    handler?.add(CountdownItem(id: "a", total: .seconds(60)))
    let cells = [Cell(), Cell()]
    for cell in cells { handler?.bind(cell, to: "a") }
    cells[0].onChange = { _ in handler = nil }
    pass(5)
    #expect(cells.map(\.states.count) == [2, 2])
  }

  @Test func `a cell bound from inside an end has one removable binding`() {
    add("late", 1)
    add("a", 60)
    add("b", 60)
    let cell = cell("a")
    onExpiry = { [unowned self] _ in handler.bind(cell, to: "b") }
    clock.sleepThrough(.seconds(5))
    handler.bind(cell, to: "a")
    #expect(handler.targets.map(\.id) == ["b"])
    handler.unbind(cell)
    let count = cell.states.count
    pass(5)
    #expect(cell.states.count == count)
    #expect(handler.targets.isEmpty)
  }
}
