import Foundation
import PushHub
import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

/// The handler as an app uses it.
final class CountdownHandlerTests: CountdownList {
  @Test func `a cell is updated at once, with each tick and at the end`() {
    add("a", 2.5)
    let cell = cell("a")
    pass(5)
    #expect(
      cell.states == [
        CountdownState(id: "a", remaining: .milliseconds(2_500)),
        CountdownState(id: "a", remaining: .milliseconds(1_500)),
        CountdownState(id: "a", remaining: .milliseconds(500)),
        CountdownState(id: "a", remaining: .zero, isExpired: true),
      ]
    )
    #expect(batches == [["a"]])
  }

  @Test
  func `a waiting cell receives the end of a model without time left at once`() {
    let cell = cell("a")
    add("a", 0)
    #expect(cell.states == [CountdownState(id: "a", remaining: .zero, isExpired: true)])
  }

  @Test func `the host's log has the ends and the limit, and no updates`() throws {
    let list = CountdownList(.init(maximumTargets: 1))
    var events: [String] = []
    list.host.log = { events.append("\($0) \($1.name)") }
    try list.host.install(list.handler, named: "countdown")
    list.add("a", 1.5)
    let cells = [list.cell("a"), list.cell("a")]
    list.pass(5)
    #expect(events == ["countdown limitReached", "countdown expired"])
    #expect(list.log.contains(.tick(id: "a", remaining: .milliseconds(500))))
    try list.host.remove(named: "countdown")
    list.handler.start()
    list.add("b", 0)
    #expect(events.count == 2 && cells.count == 2)
  }

  @Test func `models and cells can be read`() {
    handler.add(CountdownItem(id: "b", total: .seconds(9)))
    handler.add(CountdownItem(id: "b", total: .seconds(99)))
    handler.add(contentsOf: [CountdownItem(id: "a", total: .seconds(1))])
    let first = cell("a")
    let second = cell("b")
    handler.bind(first, to: "b")
    pass(1)
    #expect(handler.ids == ["b", "a"])
    #expect(handler.count == 2)
    #expect(handler.state(of: "b") == CountdownState(id: "b", remaining: .seconds(8)))
    #expect(handler.state(of: "a")?.isExpired == true)
    #expect(handler.state(of: "c") == nil)
    #expect(handler.targets.map { $0.target === first } == [false, true])
    #expect(handler.targets.map(\.id) == ["b", "b"])
    handler.unbind(second)
    #expect(handler.id(of: second) == nil)
    #expect(handler.id(of: first) == "b")
    handler.remove("a")
    handler.remove("a")
    #expect(handler.ids == ["b"])
    #expect(handler.contains("a") == false)
  }

  @Test func `the next end is the first model's, and none while paused`() {
    #expect(handler.nextEnd == nil)
    add("a", 9)
    add("b", 5)
    #expect(handler.isPaused == false)
    #expect(handler.nextEnd == clock.now + .seconds(5))
    handler.stop()
    pass(60)
    #expect(handler.nextEnd == nil)
    #expect(handler.isPaused == true)
    handler.start()
    pass(5)
    #expect(handler.nextEnd == clock.now + .seconds(4))
  }

  // MARK: - Alarms

  @Test func `one alarm serves any number of models, and none is set for nothing`() {
    #expect(clock.pendingCount == 0)
    add("a", 5)
    add("b", 7)
    let cells = [cell("a"), cell("b"), cell("c")]
    #expect(clock.pendingCount == 1)
    pass(7)
    #expect(clock.pendingCount == 0)
    #expect(cells.map(\.states.count) == [6, 8, 0])
  }

  @Test func `the device's clock does not matter`() {
    let date = clock.date
    handler.add(
      CountdownItem(id: "sale", endsAt: date + 30, serverDate: date, at: clock.now)
    )
    add("a", 20)
    clock.jumpWallClock(by: .seconds(86_400))
    pass(10)
    clock.jumpWallClock(by: .seconds(-200_000))
    #expect(handler.state(of: "sale")?.remaining == .seconds(20))
    #expect(handler.state(of: "a")?.remaining == .seconds(10))
    pass(20)
    #expect(batches == [["a"], ["sale"]])
  }

  // MARK: - Late ticks

  @Test func `a tick late by less than the interval skips no second`() {
    handler.add(CountdownItem(id: "a", total: .milliseconds(10_003)))
    let cell = cell("a")
    pass(1)
    clock.sleepThrough(.milliseconds(1_004))
    clock.runDueActions()
    #expect(cell.states.map(\.secondsLeft) == [11, 10, 9])
    clock.advance(by: .milliseconds(996))
    #expect(cell.states.last?.remaining == .milliseconds(7_003))
  }

  @Test func `a tick late by the interval or more shows the present`() {
    handler.add(CountdownItem(id: "a", total: .milliseconds(10_003)))
    let cell = cell("a")
    clock.sleepThrough(.seconds(2))
    clock.runDueActions()
    #expect(cell.states.map(\.remaining) == [.milliseconds(10_003), .milliseconds(8_003)])
    clock.sleepThrough(.milliseconds(5_500))
    clock.runDueActions()
    #expect(cell.states.last?.remaining == .milliseconds(2_503))
  }

  @Test func `a late tick shows an end at an instant as it was due, too`() {
    handler.add(
      CountdownItem(id: "sale", endsAt: clock.now + .milliseconds(10_003))
    )
    let cell = cell("sale")
    clock.sleepThrough(.milliseconds(1_999))
    clock.runDueActions()
    #expect(cell.states.last?.remaining == .milliseconds(9_003))
  }

  // MARK: - Too many cells

  @Test func `too many cells are logged once, with advice`() {
    let list = CountdownList(.init(maximumTargets: 2))
    list.add("a", 60)
    let cells = (1...5).map { _ in list.cell("a") }
    #expect(cells.map { list.handler.id(of: $0) } == [nil, nil, nil, "a", "a"])
    let warnings = list.log.filter { $0.name == "limitReached" }
    #expect(
      warnings.map(\.message) == [
        """
        the least recently bound cell is no longer updated, since more than 2 are bound; \
        raise maximumTargets, or unbind cells that are not shown
        """
      ]
    )
  }

  // MARK: - The app's phase

  @Test func `an attached handler follows the app's phase`() throws {
    lifecycle.setPhase(.active)
    try host.install(handler, named: "countdown")
    handler.backgroundPolicy = .pauses
    #expect(handler.backgroundPolicy == .pauses)
    add("a", 100)
    lifecycle.setPhase(.background)
    #expect(clock.pendingCount == 0)
    pass(60)
    lifecycle.setPhase(.active)
    #expect(handler.state(of: "a")?.remaining == .seconds(100))
    try host.remove(named: "countdown")
    #expect(clock.pendingCount == 0)
    pass(60)
    #expect(handler.state(of: "a")?.remaining == .seconds(100))
    try host.install(handler, named: "countdown")
    pass(60)
    #expect(handler.state(of: "a")?.remaining == .seconds(40))
  }

  @Test func `what was due while the process was suspended is reported on return`() {
    context.attach(handler)
    lifecycle.setPhase(.active)
    add("b", 5)
    add("a", 4)
    lifecycle.setPhase(.background)
    handler.backgroundPolicy = .pauses
    handler.add(
      CountdownItem(id: "sale", endsAt: clock.now + .seconds(2))
    )
    pass(60)
    lifecycle.setPhase(.active)
    #expect(log == [.expired(id: "sale")])
    #expect(handler.state(of: "a")?.remaining == .seconds(4))
  }
}
