import Foundation
import PushHub
import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

/// The handler as an app uses it.
@MainActor
struct CountdownHandlerTests {
  let list = CountdownList()

  @Test func `a cell is updated at once, with each tick and at the end`() {
    list.add("a", 2.5)
    let cell = list.cell("a")
    list.pass(5)
    #expect(
      cell.states == [
        CountdownState(id: "a", remaining: .milliseconds(2_500)),
        CountdownState(id: "a", remaining: .milliseconds(1_500)),
        CountdownState(id: "a", remaining: .milliseconds(500)),
        CountdownState(id: "a", remaining: .zero, isExpired: true),
      ]
    )
    #expect(list.batches == [["a"]])
  }

  @Test
  func `a cell that waits for a model is updated with its end at once if it has no time left`() {
    let cell = list.cell("a")
    list.add("a", 0)
    #expect(cell.states == [CountdownState(id: "a", remaining: .zero, isExpired: true)])
  }

  @Test func `the host's log has the ends and the limit, and no updates`() throws {
    let list = CountdownList(.init(maximumTargets: 1))
    let handler = try #require(list.handler)
    var events: [String] = []
    list.host.log = { events.append("\($0) \($1.name)") }
    try list.host.install(handler, named: "countdown")
    list.add("a", 1.5)
    let cells = [list.cell("a"), list.cell("a")]
    list.clock.advance(by: .seconds(5))
    #expect(events == ["countdown limitReached", "countdown expired"])
    #expect(list.log.contains(.tick(id: "a", remaining: .milliseconds(500))))
    try list.host.remove(named: "countdown")
    handler.start()
    list.add("b", 0)
    #expect(events.count == 2 && cells.count == 2)
  }

  @Test func `models and cells can be read`() {
    list.handler?.add(CountdownItem(id: "b", total: .seconds(9)))
    list.handler?.add(CountdownItem(id: "b", total: .seconds(99)))
    list.handler?.add(contentsOf: [CountdownItem(id: "a", total: .seconds(1))])
    let first = list.cell("a")
    let second = list.cell("b")
    list.handler?.bind(first, to: "b")
    list.pass(1)
    #expect(list.handler?.ids == ["b", "a"])
    #expect(list.handler?.count == 2)
    #expect(list.handler?.state(of: "b") == CountdownState(id: "b", remaining: .seconds(8)))
    #expect(list.handler?.state(of: "a")?.isExpired == true)
    #expect(list.handler?.state(of: "c") == nil)
    #expect(list.handler?.targets.map { $0.target === first } == [false, true])
    #expect(list.handler?.targets.map(\.id) == ["b", "b"])
    list.handler?.unbind(second)
    #expect(list.handler?.id(of: second) == nil)
    #expect(list.handler?.id(of: first) == "b")
    list.handler?.remove("a")
    list.handler?.remove("a")
    #expect(list.handler?.ids == ["b"])
    #expect(list.handler?.contains("a") == false)
  }

  @Test func `the next end is that of the first model, and none while time is paused`() {
    #expect(list.handler?.nextEnd == nil)
    list.add("a", 9)
    list.add("b", 5)
    #expect(list.handler?.isPaused == false)
    #expect(list.handler?.nextEnd == list.clock.now + .seconds(5))
    list.handler?.stop()
    list.pass(60)
    #expect(list.handler?.nextEnd == nil)
    #expect(list.handler?.isPaused == true)
    list.handler?.start()
    list.pass(5)
    #expect(list.handler?.nextEnd == list.clock.now + .seconds(4))
  }

  // MARK: - Alarms

  @Test func `one alarm serves any number of models, and none is set for nothing`() {
    #expect(list.clock.pendingCount == 0)
    list.add("a", 5)
    list.add("b", 7)
    let cells = [list.cell("a"), list.cell("b"), list.cell("c")]
    #expect(list.clock.pendingCount == 1)
    list.pass(7)
    #expect(list.clock.pendingCount == 0)
    #expect(cells.map(\.states.count) == [6, 8, 0])
  }

  @Test func `the device's clock does not matter`() {
    let date = list.clock.date
    list.handler?.add(
      CountdownItem(id: "sale", endsAt: date + 30, serverDate: date, at: list.clock.now)
    )
    list.add("a", 20)
    list.clock.jumpWallClock(by: .seconds(86_400))
    list.pass(10)
    list.clock.jumpWallClock(by: .seconds(-200_000))
    #expect(list.handler?.state(of: "sale")?.remaining == .seconds(20))
    #expect(list.handler?.state(of: "a")?.remaining == .seconds(10))
    list.pass(20)
    #expect(list.batches == [["a"], ["sale"]])
  }

  // MARK: - Late ticks

  @Test func `a tick that is late by less than the interval skips no second`() {
    list.handler?.add(CountdownItem(id: "a", total: .milliseconds(10_003)))
    let cell = list.cell("a")
    list.pass(1)
    list.clock.sleepThrough(.milliseconds(1_004))
    list.clock.runDueActions()
    #expect(cell.states.map(\.secondsLeft) == [11, 10, 9])
    list.clock.advance(by: .milliseconds(996))
    #expect(cell.states.last?.remaining == .milliseconds(7_003))
  }

  @Test func `a tick that is late by the interval or more shows the present`() {
    list.handler?.add(CountdownItem(id: "a", total: .milliseconds(10_003)))
    let cell = list.cell("a")
    list.clock.sleepThrough(.seconds(2))
    list.clock.runDueActions()
    #expect(cell.states.map(\.remaining) == [.milliseconds(10_003), .milliseconds(8_003)])
    list.clock.sleepThrough(.milliseconds(5_500))
    list.clock.runDueActions()
    #expect(cell.states.last?.remaining == .milliseconds(2_503))
  }

  @Test func `a late tick shows an end at an instant as it was due, too`() {
    list.handler?.add(
      CountdownItem(id: "sale", endsAt: list.clock.now + .milliseconds(10_003))
    )
    let cell = list.cell("sale")
    list.clock.sleepThrough(.milliseconds(1_999))
    list.clock.runDueActions()
    #expect(cell.states.last?.remaining == .milliseconds(9_003))
  }

  // MARK: - Too many cells

  @Test func `that there are too many cells is logged once, with what to do about it`() {
    let list = CountdownList(.init(maximumTargets: 2))
    list.add("a", 60)
    let cells = (1...5).map { _ in list.cell("a") }
    #expect(cells.map { list.handler?.id(of: $0) } == [nil, nil, nil, "a", "a"])
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
    list.lifecycle.setPhase(.active)
    try list.host.install(#require(list.handler), named: "countdown")
    list.handler?.backgroundPolicy = .pauses
    #expect(list.handler?.backgroundPolicy == .pauses)
    list.add("a", 100)
    list.lifecycle.setPhase(.background)
    #expect(list.clock.pendingCount == 0)
    list.pass(60)
    list.lifecycle.setPhase(.active)
    #expect(list.handler?.state(of: "a")?.remaining == .seconds(100))
    try list.host.remove(named: "countdown")
    #expect(list.clock.pendingCount == 0)
    list.pass(60)
    #expect(list.handler?.state(of: "a")?.remaining == .seconds(100))
    try list.host.install(#require(list.handler), named: "countdown")
    list.pass(60)
    #expect(list.handler?.state(of: "a")?.remaining == .seconds(40))
  }

  @Test func `what was due while the process was suspended is reported on return`() {
    list.handler.map(list.context.attach)
    list.lifecycle.setPhase(.active)
    list.add("b", 5)
    list.add("a", 4)
    list.lifecycle.setPhase(.background)
    list.handler?.backgroundPolicy = .pauses
    list.handler?.add(
      CountdownItem(id: "sale", endsAt: list.clock.now + .seconds(2))
    )
    list.pass(60)
    list.lifecycle.setPhase(.active)
    #expect(list.log == [.expired(id: "sale")])
    #expect(list.handler?.state(of: "a")?.remaining == .seconds(4))
  }
}
