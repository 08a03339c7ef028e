import Observation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubObservers
@testable import TestSupport

/// Cells that come and go, streams and observed countdowns.
final class CountdownLifetimeTests: CountdownList {
  @Test func `cells are deallocated when the table releases them, and nothing ticks for them`() {
    add("a", 60)
    var cell: Cell? = cell("a")
    let box = WeakBox(cell)
    pass(1)
    cell = nil
    #expect(!box.isAlive)
    #expect(handler.targets.isEmpty)
    pass(10)
    #expect(clock.nextDeadline == clock.now + .seconds(49))
    #expect(log.count == 2)
    withExtendedLifetime(cell) {}
  }

  /// The new cell often lies where the dead one lay.
  @Test func `a cell that comes after a dead one is bound like any other`() {
    add("a", 60)
    for _ in 0..<20 {
      _ = cell("a")
      let cell = cell("a")
      pass(1)
      #expect(handler.id(of: cell) == "a")
      handler.unbind(cell)
      #expect(handler.targets.isEmpty)
    }
  }

  @Test func `a dead cell takes no living one's place`() {
    let list = CountdownList(.init(maximumTargets: 2))
    list.add("a", 60)
    let living = list.cell("a")
    for _ in 0..<10 {
      _ = list.cell("a")
    }
    let latest = list.cell("a")
    #expect(list.handler.targets.count == 2)
    list.pass(1)
    #expect(living.states.count == 2)
    #expect(latest.states.count == 2)
  }

  @Test func `the handler keeps no cell alive, and nothing keeps the handler alive`() {
    var handler: CountdownHandler? = CountdownHandler(scheduler: clock)
    let (cell, box) = (Cell(), WeakBox(handler))
    handler.map(context.attach)
    handler?.add(CountdownItem(id: "a", total: .seconds(5)))
    handler?.bind(cell, to: "a")
    handler = nil
    #expect(!box.isAlive)
    pass(10)
    #expect(cell.states.count == 1)
  }

  @Test func `a handler that is deallocated leaves nothing scheduled`() async {
    var handler: CountdownHandler? = CountdownHandler(scheduler: clock)
    handler?.add(CountdownItem(id: "a", total: .seconds(5)))
    #expect(clock.pendingCount == 1)
    handler = nil
    #expect(await eventually { clock.pendingCount == 0 })
  }

  // MARK: - Streams

  @Test func `a stream has the states of one model, and ends with it`() async {
    let stream = (handler.states(of: "a"))
    add("a", 1.5)
    var states = stream.makeAsyncIterator()
    #expect(await states.next()?.remaining == .milliseconds(1_500))
    pass(1)
    #expect(await states.next()?.remaining == .milliseconds(500))
    pass(1)
    #expect(await states.next() == CountdownState(id: "a", remaining: .zero, isExpired: true))
    #expect(await states.next() == nil)
    #expect(clock.pendingCount == 0)
  }

  @Test func `streams end with the handler, and count for no maximum`() async {
    var list: CountdownList? = CountdownList(.init(maximumTargets: 1))
    list?.add("a", 60)
    let streams = ["a", "b"].compactMap { list?.handler.states(of: $0) }
    let cell = list?.cell("a")
    #expect(cell.flatMap { list?.handler.id(of: $0) } == "a")
    list = nil
    var count = 0
    for stream in streams {
      for await _ in stream {
        count += 1
      }
    }
    #expect(count == 1)
    withExtendedLifetime(cell) {}
  }

  // MARK: - Observed countdowns

  @Test func `an observed countdown changes with its model`() {
    let countdown = ObservedCountdown("a", in: handler)
    #expect(countdown.state == nil)
    let changes = Lock(0)
    let observe = {
      withObservationTracking {
        _ = countdown.state
      } onChange: {
        changes.withLock { $0 += 1 }
      }
    }
    observe()
    add("a", 1.5)
    #expect(changes.withLock { $0 } == 1)
    #expect(countdown.state?.remaining == .milliseconds(1_500))
    observe()
    pass(1)
    #expect(changes.withLock { $0 } == 2)
    #expect(countdown.state?.remaining == .milliseconds(500))
    pass(1)
    #expect(countdown.state == CountdownState(id: "a", remaining: .zero, isExpired: true))
  }

  @Test func `an observed countdown that was deallocated is no reason to tick`() {
    add("a", 60)
    var countdown: ObservedCountdown? = ObservedCountdown("a", in: handler)
    let box = WeakBox(countdown)
    pass(2)
    #expect(countdown?.state?.remaining == .seconds(58))
    countdown = nil
    #expect(!box.isAlive)
    pass(20)
    #expect(clock.nextDeadline == clock.now + .seconds(38))
  }
}
