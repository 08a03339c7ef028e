import PushHubTesting
import Testing

@testable import PushHubObservers
@testable import TestSupport

/// Targets that are deallocated without being unbound, and changes during updates.
final class CountdownBindingTests: CountdownList {
  @Test func `a stream whose consumer is canceled is no reason to tick`() async {
    add("a", 60)
    let stream = (handler.states(of: "a"))
    let consumer = Task { for await _ in stream {} }
    #expect(clock.nextDeadline == clock.now + .seconds(1))
    consumer.cancel()
    #expect(await eventually { clock.nextDeadline == clock.now + .seconds(60) })
  }

  /// The new cells are made first, so that none lies where a dead one lay.
  @Test func `cells that died elsewhere take no living one's place`() {
    let list = CountdownList(.init(maximumTargets: 4))
    list.add("a", 60)
    let new = (0..<3).map { _ in Cell() }
    let living = list.cell("a")
    bindAndRelease(3, in: list)
    for cell in new { list.handler.bind(cell, to: "a") }
    list.pass(1)
    #expect(living.seconds == [60, 59])
    #expect(new.map(\.seconds) == Array(repeating: [60, 59], count: 3))
  }

  @Test func `cells that died elsewhere don't pile up, even while nothing ticks`() {
    let list = CountdownList(.init(maximumTargets: 1_000))
    let new = (0..<100).map { _ in Cell() }
    bindAndRelease(100, in: list)
    for cell in new { list.handler.bind(cell, to: "a") }
    #expect(list.handler.core.shown.count == 100)
  }

  private func bindAndRelease(_ count: Int, in list: CountdownList) {
    let cells = (0..<count).map { _ in list.cell("a") }
    withExtendedLifetime(cells) {}
  }

  @Test func `a cell evicted from inside a removal is not notified`() {
    let list = CountdownList(.init(maximumTargets: 2))
    list.add("a", 60)
    list.add("b", 60)
    let (first, second, third) = (list.cell("a"), list.cell("a"), Cell())
    first.onRemoval = { [unowned first] in
      list.handler.bind(first, to: "b")
      list.handler.bind(third, to: "b")
    }
    list.handler.remove("a")
    #expect(first.removed == ["a"])
    #expect(second.removed == [])
    #expect(list.handler.id(of: second) == nil)
  }

  @Test func `a cell evicted from inside a tick is not updated`() {
    let list = CountdownList(.init(maximumTargets: 2))
    list.add("a", 60)
    let (first, second, third) = (list.cell("a"), list.cell("a"), Cell())
    first.onChange = { [unowned first] _ in
      first.onChange = nil
      list.handler.bind(first, to: "b")
      list.handler.bind(third, to: "b")
    }
    list.pass(1)
    #expect(first.seconds == [60, 59])
    #expect(second.seconds == [60])
  }

  @Test func `a model removed from inside a tick causes no updates`() {
    add("a", 60)
    let (first, second) = (cell("a"), cell("a"))
    first.onChange = { [unowned self] _ in handler.remove("a") }
    pass(1)
    #expect(first.seconds == [60, 59])
    #expect(second.seconds == [60])
    #expect(second.removed == ["a"])
  }

  @Test func `a model registered again during its removal isn't removed`() {
    add("a", 60)
    let (first, second) = (cell("a"), cell("a"))
    first.onRemoval = { [unowned self] in add("a", 9) }
    handler.remove("a")
    #expect(first.removed == ["a"])
    #expect(second.removed == [])
    #expect(second.seconds == [60, 9])
  }
}
