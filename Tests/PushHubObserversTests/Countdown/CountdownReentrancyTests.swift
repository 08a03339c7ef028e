import PushHub
import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

/// Whatever is called from inside of what the handler calls takes effect at once, in order.
@MainActor
struct CountdownReentrancyTests {
  let list = CountdownList()

  @Test func `stopping from inside a tick ends it, and keeps everything`() {
    list.add("a", 60)
    let first = list.cell("a")
    let second = list.cell("a")
    list.clock.advance(by: .milliseconds(500))
    first.onChange = { [list] _ in list.handler?.stop() }
    list.pass(10)
    #expect(first.states.count == 2)
    #expect(second.states.count == 1)
    #expect(list.clock.pendingCount == 0)
    first.onChange = nil
    list.handler?.start()
    list.pass(1)
    #expect(second.seconds == [60, 58])
  }

  @Test func `reloading from inside a tick updates the new cells after it`() {
    list.add("a", 60)
    let first = list.cell("a")
    let second = list.cell("a")
    first.onChange = { [list] _ in
      first.onChange = nil
      list.handler?.replaceAll(with: [CountdownItem(id: "b", total: .seconds(9))])
      list.handler?.bind(first, to: "b")
      list.handler?.bind(second, to: "b")
    }
    list.pass(1)
    #expect(first.states.map(\.id) == ["a", "a", "b"])
    #expect(second.states.map(\.id) == ["a", "b"])
    #expect(list.handler?.ids == ["b"])
  }

  @Test func `reloading from inside an end reports every end once`() {
    for id in ["a", "b", "c"] as [String] {
      list.add(id, 1)
    }
    list.onExpiry = { [unowned list] ids in
      list.onExpiry = nil
      list.handler?.replaceAll(with: ids.map { CountdownItem(id: $0, total: .seconds(2)) })
      list.handler?.removeAll()
      list.handler?.add(contentsOf: ids.map { CountdownItem(id: $0, total: .seconds(2)) })
    }
    list.pass(2)
    #expect(list.batches == [["a", "b", "c"]])
    list.pass(1)
    #expect(list.batches == [["a", "b", "c"], ["a", "b", "c"]])
  }

  @Test func `a model without time left, registered from inside, ends after what is under way`() {
    list.add("a", 1)
    list.add("b", 1)
    let cell = list.cell("a")
    cell.onChange = { [list] state in
      if state.isExpired { list.add("now", 0) }
    }
    list.pass(1)
    #expect(list.batches == [["a", "b"], ["now"]])
  }

  @Test func `a model moved from inside a tick is updated with its new end alone`() {
    list.add("a", 60)
    list.add("b", 60)
    let end = list.clock.now + .seconds(100)
    let first = list.cell("a")
    let second = list.cell("b")
    first.onChange = { [list] _ in
      list.handler?.replaceAll(with: [CountdownItem(id: "b", endsAt: end)])
    }
    list.pass(1)
    #expect(second.seconds == [60, 99])
  }

  @Test func `a cell unbound from inside a tick is not updated any more`() {
    list.add("a", 60)
    let first = list.cell("a")
    let second = list.cell("a")
    first.onChange = { [list] _ in list.handler?.unbind(second) }
    list.pass(2)
    #expect(first.states.count == 3)
    #expect(second.states.count == 1)
  }

  @Test func `a cell unbound from inside a removal is not notified of it`() {
    list.add("a", 60)
    let first = list.cell("a")
    let second = list.cell("a")
    first.onRemoval = { [list] in list.handler?.unbind(second) }
    list.handler?.remove("a")
    #expect(first.removed == ["a"])
    #expect(second.removed.isEmpty)
  }

  @Test
  func
    `a cell that binds itself again to the model of its update is updated once, and with each tick`()
  {
    list.add("a", 60)
    let cell = CountdownList.Cell()
    cell.onChange = { [list] _ in
      if cell.states.count < 1_000 { list.handler?.bind(cell, to: "a") }
    }
    list.handler?.bind(cell, to: "a")
    #expect(cell.seconds == [60])
    #expect(list.handler?.targets.count == 1)
    list.pass(2)
    #expect(cell.seconds == [60, 59, 58])
    list.pass(58)
    #expect(cell.states.count == 61)
    #expect(cell.states.last?.isExpired == true)
    cell.onChange = nil
  }

  @Test func `a handler deallocated from inside a tick finishes it`() {
    list.add("a", 60)
    let first = list.cell("a")
    let second = list.cell("a")
    first.onChange = { [list] _ in list.letHandlerGo() }
    list.pass(5)
    #expect(first.states.count == 2)
    #expect(second.states.count == 2)
  }

  @Test func `binding a cell from inside an end leaves it one binding, and that can be removed`() {
    list.add("late", 1)
    list.add("a", 60)
    list.add("b", 60)
    let cell = list.cell("a")
    list.onExpiry = { [unowned list] _ in list.handler?.bind(cell, to: "b") }
    list.clock.sleepThrough(.seconds(5))
    list.handler?.bind(cell, to: "a")
    #expect(list.handler?.targets.map(\.id) == ["b"])
    list.handler?.unbind(cell)
    let count = cell.states.count
    list.pass(5)
    #expect(cell.states.count == count)
    #expect(list.handler?.targets.isEmpty == true)
  }
}
